import { useDeferredValue, type ReactElement, useEffect, useRef, useState } from 'react';
import chevronRightIcon from 'lucide/dist/esm/icons/chevron-right.mjs';

import { MINUTE_MS } from '../../../../contract/durations.ts';
import { relativeTimeWithin, dayLabel, formatClock } from '../../../ui/text/format-time.ts';
import { useAppLocation } from '../../../platform/routing/router.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { RetryAlert, Alert } from '../../../ui/feedback/alert.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Columns, Page, SectionHead, Card } from '../../../ui/layout/layout.tsx';
import { TextButton, Button, TextLink } from '../../../ui/action/button.tsx';
import { BalanceNotes } from './balance-notes.tsx';
import { usePaymentReturn } from '../../../shared/payments/use-payment-return.ts';
import { notifyOutcome, useForgottenPayments, verifyPayment } from './verify-payment.ts';
import { useWallet, type Wallet } from './use-wallet.ts';
import { WalletBand } from './wallet-band.tsx';
import { ageOf } from '../../../shared/wallet/balance.ts';
import { useWalletSheet, VerifyingDialog, WalletSheets } from './wallet-sheets.tsx';
import type { Currency } from '../../../../contract/money.ts';
import type { Conversion } from '../../../shared/rates/converter.tsx';
import { Converter } from '../../../shared/rates/lazy-converter.ts';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { MoneyStop } from '../../../shared/accounts/money-stop.tsx';
import { choosePin } from '../../../shared/accounts/pin/with-pin.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { PaymentMethod, Transaction } from '../../../../contract/wallet.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Row, Rows } from '../../../ui/display/rows.tsx';
import { MethodIcon, methodNote } from '../../../shared/payments/method-look.tsx';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { TransactionRow } from '../transactions/transaction-row.tsx';
import { RECENT } from '../../../shared/transactions/recent-query.ts';

const TOP_UP_CHECK = { verify: verifyPayment, notify: notifyOutcome };
const NOTHING: NonNullable<Wallet['transactions']> = [];

function Balances({
  wallets,
  onExchange,
}: Pick<Wallet, 'wallets'> & { readonly onExchange: () => void }): ReactElement {
  const now = useNow(MINUTE_MS);
  return (
    <section className="stack g2" aria-labelledby="balances">
      <SectionHead>
        <h2 id="balances">Balances</h2>
        {wallets && (
          <span className="xs muted">
            Updated {relativeTimeWithin(new Date(ageOf(wallets)), now)}
          </span>
        )}
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
  const isCovered = sheet.open !== undefined;
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
          <MoneyStop user={wallet.user} />
          <Balances wallets={wallets} onExchange={() => sheet.show('exchange')} />
          <PinOffer hasPin={wallet.hasPin} wallets={wallets} isCovered={isCovered} />
          {areBalancesDrawn && (
            <RecentTransactions transactions={transactions} isCovered={isCovered} />
          )}
        </div>
        {areBalancesDrawn && (transactions ?? failure) && (
          <div className="stack g4">
            <PaymentMethods
              methods={methods}
              failure={failure}
              isAskedFor={path.startsWith('/profile/') || path.endsWith('/flutterwave')}
            />
            <ExchangeCard home={wallet.region.currency} onExchange={sheet.exchange} />
          </div>
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
      <Converter key={home} before={<Skeleton height="14rem" />}>
        {(conversion) => (
          <Button block onClick={() => onExchange(conversion)}>
            Exchange
          </Button>
        )}
      </Converter>
    </Card>
  );
}

/** What was last drawn without a sheet above it, so that the page does not move under one. */
function useShownUncovered<T>(value: T, isCovered: boolean): T {
  const [shown, setShown] = useState(value);
  if (shown !== value && !(shown && isCovered)) setShown(value);
  return shown;
}

interface PinOfferProps extends Pick<Wallet, 'hasPin' | 'wallets'> {
  readonly isCovered: boolean;
}

export function PinOffer({ hasPin, wallets, isCovered }: PinOfferProps): ReactElement | null {
  const isWanted = hasPin === false && (wallets?.some(({ amount }) => amount > 0) ?? false);
  if (!useShownUncovered(isWanted, isCovered)) return null;
  return (
    <Alert tone="info">
      Guard your money with a PIN. You need one to withdraw.{' '}
      <TextButton onClick={() => void choosePin()}>Set a PIN</TextButton>
    </Alert>
  );
}

interface PaymentMethodsProps {
  readonly methods: readonly PaymentMethod[] | undefined;
  readonly failure: Failure | undefined;
  readonly isAskedFor: boolean;
}

function PaymentMethods({ methods, failure, isAskedFor }: PaymentMethodsProps): ReactElement {
  const title = useRef<HTMLHeadingElement>(null);
  const isKnown = methods !== undefined;
  useEffect(() => {
    // Only after the lists above have their size would it stay in view.
    if (isAskedFor && isKnown) title.current?.focus();
  }, [isAskedFor, isKnown]);
  return (
    <Card className="stack g2" aria-labelledby="payment-methods">
      <h2 ref={title} id="payment-methods" tabIndex={-1}>
        Payment methods
      </h2>
      {methods === undefined &&
        (failure ? <p className="sm muted">{failure.message}</p> : <Skeleton height="8rem" />)}
      <Rows>
        {methods?.map((method) => (
          <li key={method.id}>
            <Row
              start={<MethodIcon {...method} />}
              title={method.name}
              note={methodNote(method, 'Card, bank transfer')}
              extra={method.default_for_region && <Badge tone="info">Default</Badge>}
            />
          </li>
        ))}
      </Rows>
    </Card>
  );
}

const SKELETON_HEIGHT = `${3.85 * RECENT.per_page}rem`;

/** '14:22' today, else the day. */
function whenText(createdAt: string): string {
  const at = new Date(createdAt);
  const day = dayLabel(at, new Date(serverNow()));
  return day === 'Today' ? formatClock(at) : day;
}

interface RecentTransactionsProps {
  readonly transactions: readonly Transaction[] | undefined;
  readonly isCovered: boolean;
}

export function RecentTransactions(props: RecentTransactionsProps): ReactElement {
  const transactions = useShownUncovered(props.transactions, props.isCovered);
  return (
    <Card className="stack g1" aria-labelledby="recent">
      <SectionHead>
        <h2 id="recent">Recent</h2>
        <TextLink href="/transactions">
          See all <Icon of={chevronRightIcon} size="sm" />
        </TextLink>
      </SectionHead>
      {transactions === undefined && <Skeleton height={SKELETON_HEIGHT} />}
      {transactions?.length === 0 && (
        <p className="sm muted">
          No transactions found. Top up, or <TextLink href="/">win a voucher</TextLink>, and it
          shows up here.
        </p>
      )}
      {transactions && transactions.length > 0 && (
        <Rows>
          {transactions.map((transaction) => (
            <li key={transaction.id}>
              <TransactionRow transaction={transaction} when={whenText(transaction.created_at)} />
            </li>
          ))}
        </Rows>
      )}
    </Card>
  );
}
