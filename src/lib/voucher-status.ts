import type { Voucher } from '../../contract/vouchers.ts';

/** What the badge says: 'Used', 'Active', 'Pending', or another status as a word. */
export function statusLabel({
  status,
  is_used: isUsed,
}: Pick<Voucher, 'status' | 'is_used'>): string {
  return isUsed ? 'Used' : status.charAt(0).toUpperCase() + status.slice(1);
}
