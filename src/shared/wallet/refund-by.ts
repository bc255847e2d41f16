import { REFUND_BY_MS } from '../../../contract/constants.ts';
import type { Transaction, TransactionType } from '../../../contract/wallet.ts';
import { formatDayTime } from '../../ui/text/format-time.ts';

const LEAVING: ReadonlySet<TransactionType> = new Set(['withdrawal', 'airtime', 'bill']);

/** 'Delivered, or refunded, by 29 Nov, 14:05' */
export function refundByText(createdAt: string): string {
  const at = new Date(Date.parse(createdAt) + REFUND_BY_MS);
  return `Delivered, or refunded, by ${formatDayTime(at)}`;
}

/** Undefined for what has ended, and for what is not delivered to anyone. */
export const refundByOf = ({
  transaction_type: kind,
  status,
  created_at: createdAt,
}: Pick<Transaction, 'transaction_type' | 'status' | 'created_at'>): string | undefined =>
  LEAVING.has(kind) && (status === 'pending' || status === 'processing')
    ? refundByText(createdAt)
    : undefined;
