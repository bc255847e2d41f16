import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';

/**
 * What the user won with a voucher or redeemed, major units; undefined when they did not.
 * @param username of the user: a list names a winner, but says nothing about who asks
 */
export function ownPrize(voucher: ShownVoucher, username: string | undefined): number | undefined {
  const { own_share: share, winner, amount } = voucher;
  if (share !== undefined) return share;
  return winner && winner.username === username ? amount : undefined;
}
