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

const prizePaid = (voucher: Voucher, shares: readonly PrizeShare[]): Movement => ({
  naturalKey: `win:${voucher.ulid}`,
  kind: 'voucher_win',
  reference: voucher.ulid,
  description: 'Giveaway won',
  voucherId: voucher.id,
  entries: [
    { account: escrowOf(voucher.id, voucher.currency), amount: -voucher.amount },
    ...shares.map(({ userId, amount, hold }) => ({
      account: walletOf(userId, voucher.currency),
      amount,
      hold,
    })),
  ],
});

const prizeReturned = (voucher: Voucher): Movement => ({
  naturalKey: `refund:${voucher.ulid}`,
  kind: 'voucher_refund',
  reference: voucher.ulid,
  description: `Giveaway ended without a ${voucher.revealMethod === 'lottery' ? 'correct entry' : 'winner'}`,
  voucherId: voucher.id,
  entries: [
    { account: escrowOf(voucher.id, voucher.currency), amount: -voucher.amount },
    { account: walletOf(voucher.creatorId, voucher.currency), amount: voucher.amount },
  ],
});

function poolShared(voucher: Voucher, sharers: readonly Pick<Sharer, 'id'>[]): Movement {
  const { eachMinor, houseMinor } = divideGiveawayFee(voucher.fee, sharers.length);
  return {
    naturalKey: `pool:${voucher.ulid}`,
    kind: 'voucher_commission_share',
    reference: voucher.ulid,
    description: 'Share of a giveaway you passed on',
    voucherId: voucher.id,
    entries: [
      { account: poolOf(voucher.id, voucher.currency), amount: -voucher.fee },
      ...sharers.map(({ id }) => ({ account: walletOf(id, voucher.currency), amount: eachMinor })),
      { account: feesIn(voucher.currency), amount: houseMinor },
    ],
  };
}
