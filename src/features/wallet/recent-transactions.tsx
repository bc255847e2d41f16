import type { ReactElement, ReactNode } from 'react';

import { MESSAGES } from '../../../contract/messages.ts';
import type { Transaction, TransactionType } from '../../../contract/wallet.ts';
import { shortReference } from '../../lib/format-text.ts';
import { dayLabel, formatClock } from '../../lib/format-time.ts';
import { Badge } from '../../ui/badge.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { ChevronRightIcon } from '../../ui/icons/chevron-right-icon.tsx';
import { ClockIcon } from '../../ui/icons/clock-icon.tsx';
import { GiftIcon } from '../../ui/icons/gift-icon.tsx';
import { LandmarkIcon } from '../../ui/icons/landmark-icon.tsx';
import { PlusIcon } from '../../ui/icons/plus-icon.tsx';
import { RefreshCwIcon } from '../../ui/icons/refresh-cw-icon.tsx';
import { SendIcon } from '../../ui/icons/send-icon.tsx';
import { TicketIcon } from '../../ui/icons/ticket-icon.tsx';
import { XIcon } from '../../ui/icons/x-icon.tsx';
import { SectionHead } from '../../ui/layout.tsx';
import { Money } from '../../ui/money.tsx';
import { RowIcon, type Tone } from '../../ui/row-icon.tsx';
import { Row, Rows } from '../../ui/rows.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { TextLink } from '../../ui/text-button.tsx';

const KINDS: Readonly<Record<TransactionType, { readonly tone: Tone; readonly icon: ReactNode }>> =
  {
    topup: { tone: 'ok', icon: <PlusIcon size="md" /> },
    wallet_topup: { tone: 'ok', icon: <PlusIcon size="md" /> },
    withdrawal: { tone: 'info', icon: <LandmarkIcon size="md" /> },
    voucher_payment: { tone: 'info', icon: <SendIcon size="md" /> },
    voucher_win: { tone: 'ok', icon: <TicketIcon size="md" /> },
    voucher_commission_share: { tone: 'ok', icon: <GiftIcon size="md" /> },
    voucher_refund: { tone: 'ok', icon: <RefreshCwIcon size="md" /> },
  };

const STATES: Readonly<
  Record<
    Transaction['status'],
    { readonly tone: Tone; readonly icon: ReactNode; readonly label: string }
  >
> = {
  completed: { tone: 'ok', icon: <CheckIcon size="sm" />, label: 'Completed' },
  pending: { tone: 'warn', icon: <ClockIcon size="sm" />, label: 'Pending' },
  processing: { tone: 'info', icon: <RefreshCwIcon size="sm" />, label: 'Processing' },
  failed: { tone: 'bad', icon: <XIcon size="sm" />, label: 'Failed' },
};

/** '14:22' today, else the day. */
function whenText(createdAt: string): string {
  const at = new Date(createdAt);
  const day = dayLabel(at, new Date());
  return day === 'Today' ? formatClock(at) : day;
}

function TransactionRow({ transaction }: { readonly transaction: Transaction }): ReactElement {
  const { type, transaction_type: kind, status, amount, currency } = transaction;
  const look = KINDS[kind];
  const state = STATES[status];
  const isCredit = type === 'credit';
  return (
    <Row
      start={<RowIcon tone={status === 'completed' ? look.tone : state.tone}>{look.icon}</RowIcon>}
      title={transaction.description}
      note={
        <>
          <span>{shortReference(transaction.reference)}</span>
          <span aria-hidden="true">·</span>
          <span>{whenText(transaction.created_at)}</span>
        </>
      }
      value={<Money amount={Math.abs(amount)} currency={currency} sign={isCredit ? '+' : '−'} />}
      valueTone={status === 'failed' ? 'failed' : isCredit ? 'credit' : undefined}
      extra={
        <Badge tone={state.tone}>
          {state.icon} {state.label}
        </Badge>
      }
    />
  );
}

/** The latest movements of the wallet. */
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
          See all <ChevronRightIcon size="sm" />
        </TextLink>
      </SectionHead>
      {transactions === undefined && <Skeleton shape="block" height="12rem" />}
      {transactions?.length === 0 && <p className="sm muted">{MESSAGES.noTransactions}</p>}
      {transactions && transactions.length > 0 && (
        <Rows>
          {transactions.map((transaction) => (
            <li key={transaction.id}>
              <TransactionRow transaction={transaction} />
            </li>
          ))}
        </Rows>
      )}
    </Card>
  );
}
