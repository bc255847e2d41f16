import { readUser } from '../../../../local/queries/user-and-region.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import type { ShownVoucher } from '../shown-voucher.ts';
import { isOver } from '../voucher-reveal.ts';
import { ownPrize } from './own-prize.ts';

/** What the user of this device won with a voucher, major units; undefined when they did not, or it is not over. */
export function useOwnPrize(voucher: ShownVoucher): number | undefined {
  const read = useLive(readUser, []);
  const username = read.phase === 'ready' ? read.data?.user.username : undefined;
  return isOver(voucher) ? ownPrize(voucher, username) : undefined;
}
