import { and, eq, gt, inArray, sql } from 'drizzle-orm';

import { worthOf } from '../../contract/vouchers/worth.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { currencyOf } from '../lib/stored-currency.ts';
import { readRates, type RateTable } from '../regions/read-rates.ts';

/** Rows locked at once, for a few milliseconds. */
const BATCH_ROWS = 500;

/**
 * Brings the worth of each giveaway that is or may become open up to the rates of now, in batches. Giveaways
 * that are locked meanwhile are left to the next run: no guess waits for this, and this waits for none.
 * @returns how many were changed
 */
export async function rewriteWorths(
  deps: Pick<Deps, 'db' | 'clock'>,
  batchRows: number = BATCH_ROWS,
): Promise<number> {
  const { rates } = await readRates(deps);
  let changed = 0;
  let after: number | undefined = 0;
  while (after !== undefined) {
    const from: number = after;
    const batch = await inTransaction(deps.db, (tx) => rewriteBatch(tx, rates, from, batchRows));
    changed += batch.changed;
    after = batch.lastId;
  }
  return changed;
}

async function rewriteBatch(
  tx: Db,
  rates: RateTable,
  after: number,
  batchRows: number,
): Promise<{ readonly changed: number; readonly lastId: number | undefined }> {
  const rows = await tx
    .select({
      id: vouchers.id,
      amount: vouchers.amount,
      currency: vouchers.currency,
      worth: vouchers.worth,
    })
    .from(vouchers)
    .where(
      and(
        eq(vouchers.purpose, 'giveaway'),
        inArray(vouchers.status, ['pending', 'active']),
        gt(vouchers.id, after),
      ),
    )
    .orderBy(vouchers.id)
    .limit(batchRows)
    .for('no key update', { skipLocked: true });
  const stale = rows
    .map(({ id, amount, currency, worth }) => ({
      id,
      worth,
      now: worthOf(amount, currencyOf(currency), rates),
    }))
    .filter(({ worth, now }) => worth !== now);
  if (stale.length > 0) {
    const values = sql.join(
      stale.map(({ id, now }) => sql`(${id}::int, ${now}::bigint)`),
      sql`, `,
    );
    await tx
      .update(vouchers)
      .set({ worth: sql`fresh.worth` })
      .from(sql`(values ${values}) as fresh(id, worth)`)
      .where(sql`${vouchers.id} = fresh.id`);
  }
  return { changed: stale.length, lastId: rows.at(-1)?.id };
}
