import { divideGiveawayFee } from '../../contract/payments/fees.ts';
import type { Sharer } from '../../contract/vouchers/sharing.ts';
import type { Db } from '../db/database.ts';
import type { Hold } from '../ledger/holds.ts';
import {
  escrowOf,
  feesIn,
  lockForMovement,
  poolOf,
  postMovement,
  walletOf,
  type Movement,
} from '../ledger/journal.ts';
import { lockTopSharers } from './sharing/top-sharers.ts';
import { countWins } from '../rewards/points.ts';
import { movementOf, refundOf } from '../vouchers/voucher-movement.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

export interface PrizeShare {
  readonly userId: number;
  readonly amount: bigint;
  readonly hold?: Hold | undefined;
}

/**
 * The top sharers get half of the pool and the platform the rest.
 * @param shares parts that sum to the prize; empty without a winner
 */
export async function payOutGiveaway(
  tx: Db,
  voucher: Voucher,
  shares: readonly PrizeShare[],
  now: Date,
): Promise<ReadonlyMap<string, bigint>> {
  const prize = shares.length > 0 ? prizePaid(voucher, shares) : prizeReturned(voucher);
  const movements = [prize, poolShared(voucher, await lockTopSharers(tx, voucher.id))];
  // Accounts of both movements are locked in one order, because a winner may also be a sharer.
  const accounts = movements
    .flatMap(({ entries }) => entries)
    .filter(({ account, amount }) => account.type !== 'fees' && amount !== 0n)
    .map(({ account }) => account);
  const locked = await lockForMovement(tx, accounts);
  const balances = new Map<string, bigint>();
  for (const movement of movements)
    for (const [key, balance] of await postMovement(tx, movement, now, locked))
      balances.set(key, balance);
  await countWins(
    tx,
    shares.map(({ userId }) => userId),
    now,
  );
  return balances;
}

const prizePaid = (voucher: Voucher, shares: readonly PrizeShare[]): Movement =>
  movementOf(voucher, 'win', { kind: 'voucher_win', description: 'Giveaway won' }, [
    { account: escrowOf(voucher.id, voucher.currency), amount: -voucher.amount },
    ...shares.map(({ userId, amount, hold }) => ({
      account: walletOf(userId, voucher.currency),
      amount,
      hold,
    })),
  ]);

function prizeReturned(voucher: Voucher): Movement {
  const missing = voucher.revealMethod === 'lottery' ? 'correct entry' : 'winner';
  return refundOf(voucher, `Giveaway ended without a ${missing}`);
}

function poolShared(voucher: Voucher, sharers: readonly Pick<Sharer, 'id'>[]): Movement {
  const { eachMinor, houseMinor } = divideGiveawayFee(voucher.fee, sharers.length);
  const description = 'Share of a giveaway you passed on';
  return movementOf(voucher, 'pool', { kind: 'voucher_commission_share', description }, [
    { account: poolOf(voucher.id, voucher.currency), amount: -voucher.fee },
    ...sharers.map(({ id }) => ({ account: walletOf(id, voucher.currency), amount: eachMinor })),
    { account: feesIn(voucher.currency), amount: houseMinor },
  ]);
}
