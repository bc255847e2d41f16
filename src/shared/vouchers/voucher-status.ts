import type { Voucher } from '../../../contract/vouchers.ts';

/** What the badge says: 'Used', 'Active', 'Pending', or another status as a word. */
export function statusLabel({
  status,
  is_used: isUsed,
}: Pick<Voucher, 'status' | 'is_used'>): string {
  return isUsed ? 'Used' : status.charAt(0).toUpperCase() + status.slice(1);
}

/** Who has had the money of a used payment voucher, in words; undefined for any other. */
export function redeemedBy({
  purpose,
  is_used: isUsed,
  winner,
}: Pick<Voucher, 'purpose' | 'is_used' | 'winner'>): string | undefined {
  return purpose === 'payment' && isUsed && winner ? `Redeemed by @${winner.username}` : undefined;
}
