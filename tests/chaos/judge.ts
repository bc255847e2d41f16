import type { Deps } from '../../server/deps.ts';
import { queryRows } from '../../server/db/query-rows.ts';
import { reconcilePending } from '../../server/payments/reconcile-pending.ts';
import { reconcilePayouts } from '../../server/disbursements/payouts.ts';
import { sweepVouchers } from '../../server/vouchers/by-purpose/jobs.ts';
import type { Movement } from './wallet-model.ts';
import type { Guess, World } from './world.ts';

const nameOf = ({ userId, kind, reference, amountMinor }: Movement): string =>
  `${userId} ${kind} ${reference} ${amountMinor}`;

/** Movements of wallets, as the database has them. */
export async function readMovements({ db }: Pick<Deps, 'db'>): Promise<Movement[]> {
  const rows = await queryRows<{ userId: number; kind: string; reference: string; amount: string }>(
    db,
  )`
    select account.user_id as "userId", movement.kind, movement.reference, entry.amount::text as amount
        from journal_entries entry
        join journal_transactions movement on movement.id = entry.transaction_id
        join ledger_accounts account on account.id = entry.account_id
        where account.type = 'wallet'`;
  return rows.map(({ amount, ...row }) => ({ ...row, amountMinor: BigInt(amount) }));
}

/** What is in one list and not in the other, as often as it is there more often. */
export function without(some: readonly Movement[], others: readonly Movement[]): string[] {
  const counts = new Map<string, number>();
  for (const name of others.map(nameOf)) counts.set(name, (counts.get(name) ?? 0) + 1);
  return some.map(nameOf).filter((name) => {
    const count = counts.get(name) ?? 0;
    counts.set(name, count - 1);
    return count <= 0;
  });
}

/** Guesses that people were told of, against those that the database has. */
export async function findLostGuesses(
  { db }: Pick<Deps, 'db'>,
  { guesses }: { readonly guesses: readonly Guess[] },
): Promise<string[]> {
  const rows = await queryRows<Guess>(db)`
    select guess.user_id as "userId", voucher.ulid, guess.number
        from guesses guess join vouchers voucher on voucher.id = guess.voucher_id`;
  const nameOf = ({ userId, ulid, number }: Guess): string => `${userId} ${ulid} ${number}`;
  const stored = new Set(rows.map(nameOf));
  return guesses.map(nameOf).filter((name) => !stored.has(name));
}

/** What every wallet holds by these movements, minor units. */
export function balancesOf(movements: readonly Movement[]): Map<number, bigint> {
  const balances = new Map<number, bigint>();
  for (const { userId, amountMinor } of movements)
    balances.set(userId, (balances.get(userId) ?? 0n) + amountMinor);
  return balances;
}

/** Payments, withdrawals and lotteries whose end is open though the world has decided it. */
async function countOpen({ db }: Pick<Deps, 'db'>, { model, withdrawals }: World): Promise<number> {
  const ulids = JSON.stringify(model.lotteries.map(({ ulid }) => ulid));
  const paid = model.movements().filter(({ kind }) => kind === 'wallet_topup' || kind === 'topup');
  const references = JSON.stringify([
    ...paid.map(({ reference }) => reference),
    ...withdrawals.map(({ reference }) => reference),
  ]);
  const [row] = await queryRows<{ open: number }>(db)`
    with named as (select json_array_elements_text(${references}::json) as reference),
          drawn as (select json_array_elements_text(${ulids}::json) as ulid)
        select ((select count(*) from payments join named using (reference) where status <> 'settled')
          + (select count(*) from payouts join named using (reference) where status in ('pending', 'processing'))
          + (select count(*) from vouchers join drawn using (ulid) where status = 'active'))::int as open`;
  return row?.open ?? 0;
}

/** Longer than the pause before the job asks again about what is young. */
const LATER_MS = 5 * 60_000;
const ROUNDS = 6;

/**
 * Lets minutes pass, as the jobs see them: what nobody told of is asked about.
 * @returns what was open before, and what is open afterwards
 */
export async function letTimePass(
  deps: Deps,
  world: World,
): Promise<{ readonly before: number; readonly after: number }> {
  const before = await countOpen(deps, world);
  let after = before;
  for (let round = 1; round <= ROUNDS && after > 0; round += 1) {
    const later = { ...deps, clock: { now: () => deps.clock.now() + round * LATER_MS } };
    await reconcilePending(later);
    await reconcilePayouts(later);
    await sweepVouchers(later);
    // What was handed over just now has its end a little later.
    await world.gateway.settle();
    after = await countOpen(deps, world);
  }
  return { before, after };
}
