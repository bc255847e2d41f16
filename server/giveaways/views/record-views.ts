import { inArray, sql } from 'drizzle-orm';

import { VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Secrets } from '../../secrets.ts';
import { openReachedDigits } from '../reveal/open-digits.ts';

export interface View {
  readonly voucherId: number;
  readonly viewer: string;
}

/**
 * Counts views, each viewer once in 12 hours and a creator never on their own voucher, and opens the digits
 * whose threshold that reaches, in one transaction.
 */
export async function recordViews(
  db: Db,
  secrets: Secrets,
  views: readonly View[],
  now: Date,
): Promise<void> {
  if (views.length === 0) return;
  await inTransaction(db, async (tx) => {
    const ids = [...new Set(views.map(({ voucherId }) => voucherId))].toSorted((a, b) => a - b);
    // One order over all nodes, so that two batches cannot wait for each other.
    await tx
      .select({ id: vouchers.id })
      .from(vouchers)
      .where(inArray(vouchers.id, ids))
      .orderBy(vouchers.id)
      .for('no key update');
    const counted = await queryRows<{ id: number }>(tx, countStatement(views, now));
    if (counted.length > 0)
      await openReachedDigits(
        tx,
        secrets,
        counted.map(({ id }) => id),
      );
  });
}

const countStatement = (views: readonly View[], now: Date) => {
  // One parameter for all of them: a statement takes no more than 65,535.
  const pairs = JSON.stringify(
    views.map(({ voucherId, viewer }) => ({ voucher_id: voucherId, viewer })),
  );
  const [at, before] = [now.toISOString(), new Date(now.getTime() - VIEW_WINDOW_MS).toISOString()];
  return sql`
    with seen as (
      insert into voucher_viewers (voucher_id, viewer, counted_at)
      select distinct v.id, pair.viewer, ${at}::timestamptz
      from json_to_recordset(${pairs}::json) as pair(voucher_id int, viewer text)
      join vouchers v on v.id = pair.voucher_id
      where pair.viewer <> 'u:' || v.creator_id and v.status in ('active', 'completed')
      on conflict (voucher_id, viewer) do update set counted_at = excluded.counted_at
        where voucher_viewers.counted_at <= ${before}::timestamptz
      returning voucher_id
    ), sums as (select voucher_id, count(*)::int as counted from seen group by voucher_id)
    update vouchers set views = views + sums.counted from sums where vouchers.id = sums.voucher_id
    returning vouchers.id`;
};
