import type { User } from '../../../../contract/accounts.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';

/**
 * What the user won with a voucher or redeemed, major units; undefined when they did not.
 * @param username of the user: a list names a winner, but says nothing about who asks
 */
export function ownPrize(voucher: ShownVoucher, username: string | undefined): number | undefined {
  const { own_share: share, winner, amount } = voucher;
  if (share !== undefined) return share;
  return winner && winner.username === username ? amount : undefined;
}

/** What a user won or redeemed, and who that is. */
export interface OwnPrize {
  /** Major units. */
  readonly amount: number;
  readonly user: User;
}

/** What the user of this device won with a voucher or redeemed; undefined when they did not, or it is not over. */
export function useOwnPrize(voucher: ShownVoucher): OwnPrize | undefined {
  const user = useUser();
  const amount = isOver(voucher) ? ownPrize(voucher, user?.username) : undefined;
  return user && amount !== undefined ? { amount, user } : undefined;
}
