import type { ReactElement, ReactNode } from 'react';
import type { IconNode } from 'lucide';
import arrowLeftRightIcon from 'lucide/dist/esm/icons/arrow-left-right.mjs';
import checkIcon from 'lucide/dist/esm/icons/check.mjs';
import clockIcon from 'lucide/dist/esm/icons/clock.mjs';
import crownIcon from 'lucide/dist/esm/icons/crown.mjs';
import landmarkIcon from 'lucide/dist/esm/icons/landmark.mjs';
import plusIcon from 'lucide/dist/esm/icons/plus.mjs';
import refreshCwIcon from 'lucide/dist/esm/icons/refresh-cw.mjs';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';
import share2Icon from 'lucide/dist/esm/icons/share-2.mjs';
import smartphoneIcon from 'lucide/dist/esm/icons/smartphone.mjs';
import ticketIcon from 'lucide/dist/esm/icons/ticket.mjs';
import undo2Icon from 'lucide/dist/esm/icons/undo-2.mjs';
import xIcon from 'lucide/dist/esm/icons/x.mjs';
import zapIcon from 'lucide/dist/esm/icons/zap.mjs';

import type { Transaction, TransactionType } from '../../../../contract/wallet.ts';
import { isHeldNow } from '../../../shared/wallet/held.tsx';
import { refundByOf } from '../../../shared/wallet/refund-by.ts';
import { Icon } from '../../../ui/icon.tsx';
import { shortReference } from '../../../ui/text/format-text.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { Money } from '../../../ui/text/money.tsx';
import { RowIcon, type Tone, Row } from '../../../ui/display/rows.tsx';
import css from './transaction-row.module.css';

const KINDS: Readonly<Record<TransactionType, { readonly tone: Tone; readonly icon: IconNode }>> = {
  topup: { tone: 'ok', icon: plusIcon },
  wallet_topup: { tone: 'ok', icon: plusIcon },
  withdrawal: { tone: 'info', icon: landmarkIcon },
  voucher_payment: { tone: 'info', icon: sendIcon },
  voucher_win: { tone: 'ok', icon: ticketIcon },
  voucher_commission_share: { tone: 'ok', icon: share2Icon },
  airtime: { tone: 'info', icon: smartphoneIcon },
  bill: { tone: 'info', icon: zapIcon },
  exchange: { tone: 'info', icon: arrowLeftRightIcon },
  voucher_refund: { tone: 'ok', icon: refreshCwIcon },
  premium: { tone: 'info', icon: crownIcon },
};

/** A payment that went back to its payer, or what was owed for it. */
const TAKEN_BACK = { tone: 'warn', icon: undo2Icon } as const;

const STATUSES: Readonly<
  Record<
    Transaction['status'],
    { readonly tone: Tone; readonly icon: ReactNode; readonly label: string }
  >
> = {
  completed: { tone: 'ok', icon: <Icon of={checkIcon} size="sm" />, label: 'Completed' },
  pending: { tone: 'warn', icon: <Icon of={clockIcon} size="sm" />, label: 'Pending' },
  processing: { tone: 'info', icon: <Icon of={refreshCwIcon} size="sm" />, label: 'Processing' },
  failed: { tone: 'bad', icon: <Icon of={xIcon} size="sm" />, label: 'Failed' },
};

const HELD = { ...STATUSES.pending, label: 'Held' };

export const statusLabel = (status: Transaction['status']): string => STATUSES[status].label;

export function TransactionStatus({
  transaction_type: kind,
  status,
  hold,
}: Pick<Transaction, 'transaction_type' | 'status' | 'hold'>): ReactElement {
  // A top-up by card has arrived, and its receipt says from when it can be withdrawn.
  const { tone, icon, label } =
    isHeldNow(hold) && kind !== 'wallet_topup' ? HELD : STATUSES[status];
  return (
    <Badge tone={tone}>
      {icon} {label}
    </Badge>
  );
}

export function TransactionIcon({
  transaction_type: kind,
  type,
  status,
}: Pick<Transaction, 'transaction_type' | 'type' | 'status'>): ReactElement {
  const isTakenBack = kind === 'wallet_topup' && type === 'debit';
  const { tone, icon } = isTakenBack ? TAKEN_BACK : KINDS[kind];
  return <RowIcon tone={status === 'completed' ? tone : STATUSES[status].tone} of={icon} />;
}

export interface TransactionRowProps {
  readonly transaction: Transaction;
  readonly when: string;
}

export function TransactionRow({ transaction, when }: TransactionRowProps): ReactElement {
  const { id, type, status, amount, currency, reference, description } = transaction;
  const refundBy = refundByOf(transaction);
  const isCredit = type === 'credit';
  const tone = isCredit ? 'credit' : undefined;
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
          {refundBy !== undefined && <span className={css['ends']}>{refundBy}</span>}
        </>
      }
      value={<Money amount={Math.abs(amount)} currency={currency} sign={isCredit ? '+' : '−'} />}
      valueTone={status === 'failed' ? 'failed' : tone}
      extra={<TransactionStatus {...transaction} />}
    />
  );
}
