import type { ReactElement, ReactNode } from 'react';

import type { Transaction, TransactionType } from '../../../contract/wallet.ts';
import { shortReference } from '../../ui/text/format-text.ts';
import { Badge } from '../../ui/display/badge.tsx';
import { CheckIcon } from '../../ui/icons/check-icon.tsx';
import { ClockIcon } from '../../ui/icons/clock-icon.tsx';
import { LandmarkIcon } from '../../ui/icons/landmark-icon.tsx';
import { PlusIcon } from '../../ui/icons/plus-icon.tsx';
import { RefreshCwIcon } from '../../ui/icons/refresh-cw-icon.tsx';
import { SendIcon } from '../../ui/icons/send-icon.tsx';
import { Share2Icon } from '../../ui/icons/share-2-icon.tsx';
import { TicketIcon } from '../../ui/icons/ticket-icon.tsx';
import { XIcon } from '../../ui/icons/x-icon.tsx';
import { Money } from '../../ui/text/money.tsx';
import { RowIcon, type Tone } from '../../ui/display/row-icon.tsx';
import { Row } from '../../ui/display/rows.tsx';
import css from './transaction-row.module.css';

const KINDS: Readonly<Record<TransactionType, { readonly tone: Tone; readonly icon: ReactNode }>> =
  {
    topup: { tone: 'ok', icon: <PlusIcon size="md" /> },
    wallet_topup: { tone: 'ok', icon: <PlusIcon size="md" /> },
    withdrawal: { tone: 'info', icon: <LandmarkIcon size="md" /> },
    voucher_payment: { tone: 'info', icon: <SendIcon size="md" /> },
    voucher_win: { tone: 'ok', icon: <TicketIcon size="md" /> },
    voucher_commission_share: { tone: 'ok', icon: <Share2Icon size="md" /> },
    voucher_refund: { tone: 'ok', icon: <RefreshCwIcon size="md" /> },
  };

const STATUSES: Readonly<
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

/** How a transaction stands, in a word. */
export const statusLabel = (status: Transaction['status']): string => STATUSES[status].label;

/** How a transaction stands. */
export function TransactionStatus({ status }: Pick<Transaction, 'status'>): ReactElement {
  const { tone, icon, label } = STATUSES[status];
  return (
    <Badge tone={tone}>
      {icon} {label}
    </Badge>
  );
}

/** What a transaction was for, as a picture in the colour of how it stands. */
export function TransactionIcon({
  transaction_type: kind,
  status,
}: Pick<Transaction, 'transaction_type' | 'status'>): ReactElement {
  const { tone, icon } = KINDS[kind];
  return <RowIcon tone={status === 'completed' ? tone : STATUSES[status].tone}>{icon}</RowIcon>;
}

/** The sign of what came in or went out. */
const signOf = ({ type }: Pick<Transaction, 'type'>): '+' | '−' => (type === 'credit' ? '+' : '−');

export interface TransactionRowProps {
  readonly transaction: Transaction;
  /** The hour, or the day. */
  readonly when: string;
}

/** A line of the statement, which leads to its receipt. Stands inside an <li>. */
export function TransactionRow({ transaction, when }: TransactionRowProps): ReactElement {
  const { id, type, status, amount, currency, reference, description } = transaction;
  const tone = type === 'credit' ? 'credit' : undefined;
  return (
    <Row
      href={`/transactions/${encodeURIComponent(id)}`}
      start={
        <span className={css['icon']}>
          <TransactionIcon {...transaction} />
        </span>
      }
      title={description}
      note={
        <>
          <span className={css['reference']}>{shortReference(reference)}</span>
          <span aria-hidden="true">·</span>
          <span>{when}</span>
        </>
      }
      value={<Money amount={Math.abs(amount)} currency={currency} sign={signOf(transaction)} />}
      valueTone={status === 'failed' ? 'failed' : tone}
      extra={<TransactionStatus status={status} />}
    />
  );
}
