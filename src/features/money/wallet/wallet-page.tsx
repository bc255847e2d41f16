import { useDeferredValue, type ReactElement } from 'react';
import { MINUTE_MS } from '../../../../contract/durations.ts';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { RetryAlert, Alert } from '../../../ui/feedback/alert.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Columns, Page, SectionHead, Card } from '../../../ui/layout/layout.tsx';
import { TextButton, Button } from '../../../ui/action/button.tsx';
import { BalanceNotes } from './balance-notes.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { usePaymentReturn } from '../../../shared/payments/use-payment-return.ts';
import { notifyOutcome, useForgottenPayments, verifyPayment } from './verify-payment.ts';
import { useWallet, type Wallet } from './use-wallet.ts';
import { WalletBand } from './wallet-band.tsx';
import { ageOf } from '../../../shared/wallet/balance.ts';
import { useWalletSheet } from './use-wallet-sheet.ts';
import { VerifyingDialog, WalletSheets } from './wallet-sheets.tsx';
import type { Currency } from '../../../../contract/money.ts';
import type { Conversion } from '../../../shared/rates/converter.tsx';
import { Converter } from '../../../shared/rates/lazy-converter.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { choosePin } from '../../../shared/accounts/pin/with-pin.ts';

const TOP_UP_CHECK = { verify: verifyPayment, notify: notifyOutcome };
const NOTHING: NonNullable<Wallet['transactions']> = [];

function UpdatedAt({ wallets }: Pick<Wallet, 'wallets'>): ReactElement | null {
  const now = useNow(MINUTE_MS);
  if (!wallets) return null;
  const fetchedAt = new Date(ageOf(wallets));
  return <span className="xs muted">Updated {relativeTimeWithin(fetchedAt, now)}</span>;
}

function Balances({
  wallets,
  onExchange,
}: Pick<Wallet, 'wallets'> & { readonly onExchange: () => void }): ReactElement {
  return (
    <section className="stack g2" aria-labelledby="balances">
      <SectionHead>
        <h2 id="balances">Balances</h2>
        <UpdatedAt wallets={wallets} />
      </SectionHead>
      <BalanceNotes wallets={wallets} />
      {wallets && (
        <p>
          <TextButton onClick={onExchange}>Exchange money</TextButton>
        </p>
      )}
    </section>
  );
}

export default function WalletPage(): ReactElement {
  const wallet = useWallet();
  const payment = usePaymentReturn(TOP_UP_CHECK);
  const { path } = useAppLocation();
  const sheet = useWalletSheet();
  const { wallets, transactions, methods, refresh, retry } = wallet;
  const { state } = payment;
  const checked = state.phase === 'none' ? undefined : state.reference;
  useForgottenPayments(transactions ?? NOTHING, checked);
  const dialog = checked && <VerifyingDialog payment={payment} onAgain={sheet.payAgain} />;
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;
  // The balances are drawn first, because a slow phone would stand still for all at once.
  const areBalancesDrawn = useDeferredValue(wallets !== undefined);

  if (failure && !wallets) {
    return (
      <Page>
        <h1 className="vh">Wallet</h1>
        <ErrorState message={failure.message} onRetry={retry} />
        {dialog}
      </Page>
    );
  }
  return (
    <Page>
      <h1 className="vh">Wallet</h1>
      <Columns kind="main-side">
        <div className="stack g5">
          <WalletBand
            balance={wallet.balance}
            ratesReadAtMs={wallet.ratesReadAtMs}
            onTopUp={() => sheet.show('top-up')}
            onWithdraw={() => sheet.show('withdraw')}
          />
          {failure && failure.code !== 'offline' && failure.code !== 'network' && (
            <RetryAlert onRetry={retry}>{failure.message}</RetryAlert>
          )}
          <Balances wallets={wallets} onExchange={() => sheet.show('exchange')} />
          <PinOffer hasPin={wallet.hasPin} wallets={wallets} />
          {areBalancesDrawn && <RecentTransactions transactions={transactions} />}
        </div>
        {areBalancesDrawn && (transactions ?? failure) && (
          <aside className="stack g4">
            <PaymentMethods
              methods={methods}
              failure={failure}
              isAskedFor={path.startsWith('/profile/') || path.endsWith('/flutterwave')}
            />
            <ExchangeCard home={wallet.region.currency} onExchange={sheet.exchange} />
          </aside>
        )}
      </Columns>
      <WalletSheets wallet={wallet} sheet={sheet} />
      {dialog}
    </Page>
  );
}

interface ExchangeCardProps {
  readonly home: Currency;
  readonly onExchange: (conversion: Conversion) => void;
}

function ExchangeCard({ home, onExchange }: ExchangeCardProps): ReactElement {
  return (
    <Card className="stack g3" aria-labelledby="converter">
      <h2 id="converter">Converter</h2>
      <Converter key={home} before={<Skeleton shape="block" height="14rem" />}>
        {(conversion) => (
          <Button block onClick={() => onExchange(conversion)}>
            Exchange
          </Button>
        )}
      </Converter>
    </Card>
  );
}

function PinOffer({ hasPin, wallets }: Pick<Wallet, 'hasPin' | 'wallets'>): ReactElement | null {
  const isWorthIt = wallets?.some(({ amount }) => amount > 0) ?? false;
  if (hasPin !== false || !isWorthIt) return null;
  return (
    <Alert tone="info">
      Guard your money with a PIN. You need one to withdraw.{' '}
      <TextButton onClick={() => void choosePin()}>Set a PIN</TextButton>
    </Alert>
  );
}
