import type { ReactElement } from 'react';
import chevronRightIcon from 'lucide/dist/esm/icons/chevron-right.mjs';

import { PAYMENT_MESSAGES } from '../../../../contract/payments/payment-messages.ts';
import type { Transaction } from '../../../../contract/wallet.ts';
import { serverNow } from '../../../platform/clock/server-time.ts';
import { Icon } from '../../../ui/icon.tsx';
import { dayLabel, formatClock } from '../../../ui/text/format-time.ts';
import { Card, SectionHead } from '../../../ui/layout/layout.tsx';
import { Rows } from '../../../ui/display/rows.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TextLink } from '../../../ui/action/button.tsx';
import { TransactionRow } from '../transactions/transaction-row.tsx';
import { RECENT } from '../../../shared/transactions/recent-query.ts';

const SKELETON_HEIGHT = `${3.85 * RECENT.per_page}rem`;

/** '14:22' today, else the day. */
function whenText(createdAt: string): string {
  const at = new Date(createdAt);
  const day = dayLabel(at, new Date(serverNow()));
  return day === 'Today' ? formatClock(at) : day;
}

export function RecentTransactions({
  transactions,
}: {
  readonly transactions: readonly Transaction[] | undefined;
}): ReactElement {
  return (
    <Card className="stack g1" aria-labelledby="recent">
      <SectionHead>
        <h2 id="recent">Recent</h2>
        <TextLink href="/transactions">
          See all <Icon of={chevronRightIcon} size="sm" />
        </TextLink>
      </SectionHead>
      {transactions === undefined && <Skeleton shape="block" height={SKELETON_HEIGHT} />}
      {transactions?.length === 0 && (
        <p className="sm muted">
          {PAYMENT_MESSAGES.noTransactions}. Top up, or <TextLink href="/">win a voucher</TextLink>,
          and it shows up here.
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
