import { useState, type ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../contract/constants.ts';
import { relativeTime } from '../../ui/text/format-time.ts';
import { useAppLocation } from '../../platform/routing/router.tsx';
import { useNow } from '../../platform/clock/use-now.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Columns, Page, SectionHead } from '../../ui/layout/layout.tsx';
import { TextButton } from '../../ui/action/text-button.tsx';
import { BalanceNotes } from './balance-notes.tsx';
import { PaymentMethods } from './payment-methods.tsx';
import { RecentTransactions } from './recent-transactions.tsx';
import { useForgottenPayments } from './use-forgotten-payments.ts';
import { usePaymentReturn } from '../../domain/payments/use-payment-return.ts';
import { notifyOutcome, verifyPayment } from './verify-payment.ts';
import { useTotal } from './use-total.ts';
import { useWallet, type Wallet } from './use-wallet.ts';
import { WalletBand } from './wallet-band.tsx';
import { VerifyingDialog } from './lazy-sheets.ts';
import { WalletSheets, type WalletSheet } from './wallet-sheets.tsx';

const AGE_INTERVAL_MS = 60 * CLOCK_TICK_MS;
const TOP_UP_CHECK = { verify: verifyPayment, notify: notifyOutcome };
const NOTHING: NonNullable<Wallet['transactions']> = [];

function UpdatedAt({ wallets }: Pick<Wallet, 'wallets'>): ReactElement | null {
  const now = useNow(AGE_INTERVAL_MS);
  const fetchedAt = wallets?.[0]?.fetchedAt;
  if (fetchedAt === undefined) return null;
  const age = relativeTime(new Date(fetchedAt), now);
  return <span className="xs muted">Updated {age === 'Just now' ? 'just now' : age}</span>;
}

/** /wallet: balances, latest movements, and the way to fill it. Also where a checkout leads back to. */
export default function WalletPage(): ReactElement {
  const wallet = useWallet();
  const payment = usePaymentReturn(TOP_UP_CHECK);
  const [sheet, setSheet] = useState<WalletSheet>();
  const { path } = useAppLocation();
  const { region, wallets, transactions, methods, refresh, retry } = wallet;
  const total = useTotal(wallets, region.currency, wallet.ratesAt);
  const { state } = payment;
  const checked = state.phase === 'none' ? undefined : state.reference;
  useForgottenPayments(transactions ?? NOTHING, checked);
  const failure = refresh.phase === 'failed' ? refresh.error : undefined;

  if (failure && !wallets) {
    return (
      <Page>
        <h1 className="vh">Wallet</h1>
        <ErrorState message={failure.message} onRetry={retry} />
        {checked && <VerifyingDialog payment={payment} />}
      </Page>
    );
  }
  return (
    <Page>
      <h1 className="vh">Wallet</h1>
      <Columns kind="main-side">
        <div className="stack g5">
          <WalletBand
            total={total}
            currency={region.currency}
            onTopUp={() => setSheet('top-up')}
            onWithdraw={() => setSheet('withdraw')}
          />
          {failure && failure.code !== 'offline' && failure.code !== 'network' && (
            <Alert tone="warn">
              {failure.message} <TextButton onClick={retry}>Retry</TextButton>
            </Alert>
          )}
          <section className="stack g2" aria-labelledby="balances">
            <SectionHead>
              <h2 id="balances">Balances</h2>
              <UpdatedAt wallets={wallets} />
            </SectionHead>
            <BalanceNotes wallets={wallets} />
          </section>
          <RecentTransactions transactions={transactions} />
        </div>
        <aside>
          <PaymentMethods
            methods={methods}
            isAskedFor={path.startsWith('/profile/') || path.endsWith('/flutterwave')}
          />
        </aside>
      </Columns>
      <WalletSheets
        open={sheet}
        onClose={() => setSheet(undefined)}
        wallet={wallet}
        preferred={path.endsWith('/flutterwave') ? 'flutterwave' : ''}
      />
      {checked && <VerifyingDialog payment={payment} />}
    </Page>
  );
}
