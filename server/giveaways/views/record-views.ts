import { sql } from 'drizzle-orm';

import { VIEW_WINDOW_MS } from '../../../contract/constants.ts';
import { noteChange } from '../../db/changes.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Secrets } from '../../config/secrets.ts';
import { TRUST, type Viewer, type ViewCounter } from './viewer.ts';
import { openReachedDigits } from '../open-digits.ts';
import { lockVouchers } from '../../vouchers/voucher-row.ts';
import { createBatchWriter } from '../batch-writer.ts';
import { type Clock, dateOf } from '../../clock.ts';

/** Above this share of views from one network only verified users and stronger devices count. */
export const NETWORK_SHARE_BP = 3_000;

interface View {
  readonly voucherId: number;
  readonly viewer: Viewer;
}

/** Views and opened digits are one transaction. */
export async function recordViews(
  db: Db,
  secrets: Secrets,
  views: readonly View[],
  now: Date,
): Promise<void> {
  if (views.length === 0) return;
  await inTransaction(db, async (tx) => {
    await lockVouchers(tx, [...new Set(views.map(({ voucherId }) => voucherId))]);
    const counted = await queryRows<{ id: number }>(tx)`${countStatement(views, now)}`;
    const ids = counted.map(({ id }) => id);
    for (const id of ids) noteChange(tx, `voucher:${id}`);
    if (ids.length > 0) await openReachedDigits(tx, secrets, ids, now);
  });
}

/**
 * A device's view counts while its network has a share of the next threshold left. Before the start none does, so
 * that no digit opens by then and whoever comes back afterwards is counted.
 */
const countStatement = (views: readonly View[], now: Date) => {
  // All views are one parameter, because a statement takes at most 65,535.
  const pairs = JSON.stringify(
    views.map(({ voucherId, viewer: { key, trust, network } }) => [voucherId, key, trust, network]),
  );
  const [at, before] = [now.toISOString(), new Date(now.getTime() - VIEW_WINDOW_MS).toISOString()];
  return sql`
    with given as (
      select distinct on (1, 2) (pair->>0)::int as voucher_id, pair->>1 as viewer, (pair->>2)::int as trust,
        pair->>3 as network
      from json_array_elements(${pairs}::json) as pair order by 1, 2, 3 desc
    ), due as (
      select given.*, old.viewer is null or old.counted_at <= ${before}::timestamptz as is_first,
        ceil(${NETWORK_SHARE_BP}::numeric / 10000 * case when v.views < v.first_reveal_views
          then v.first_reveal_views else v.second_reveal_views end) as share,
        coalesce(networks.views, 0) + row_number() over (
          partition by given.voucher_id, given.network, given.trust > ${TRUST.none} order by given.trust desc
        ) as place
      from given
      join vouchers v on v.id = given.voucher_id
      left join voucher_viewers old on old.voucher_id = given.voucher_id and old.viewer = given.viewer
      left join voucher_networks networks
        on networks.voucher_id = given.voucher_id and networks.network = given.network
      where given.viewer <> 'u:' || v.creator_id and v.status in ('active', 'completed')
        and (v.starts_at is null or v.starts_at <= ${at}::timestamptz)
        and (old.viewer is null or old.counted_at <= ${before}::timestamptz or not old.is_counted)
    ), judged as (
      select *, trust = ${TRUST.full} or trust = ${TRUST.device} and (share is null or place <= share) as is_counted
      from due
    ), seen as (
      insert into voucher_viewers (voucher_id, viewer, counted_at, is_counted)
      select voucher_id, viewer, ${at}::timestamptz, is_counted from judged where is_first or is_counted
      on conflict (voucher_id, viewer) do update
        set counted_at = excluded.counted_at, is_counted = excluded.is_counted
      returning voucher_id, is_counted
    ), shares as (
      insert into voucher_networks (voucher_id, network, views)
      select voucher_id, network, count(*) from judged where is_counted and share is not null group by 1, 2
      on conflict (voucher_id, network) do update set views = voucher_networks.views + excluded.views
    ), sums as (
      select voucher_id, count(*) filter (where is_counted)::int as counted,
        count(*) filter (where not is_counted)::int as uncounted
      from seen group by voucher_id
    )
    update vouchers set views = views + sums.counted, uncounted_views = uncounted_views + sums.uncounted
    from sums where vouchers.id = sums.voucher_id
    returning vouchers.id`;
};

interface Parts {
  readonly db: Db;
  readonly clock: Clock;
  readonly secrets: () => Secrets;
  readonly log: { error(details: object, message: string): void };
}

/** While the database is unreachable, further views are dropped to save memory. */
const MAX_WAITING = 50_000;

/** A page's view may be lost with a killed process; a device's view is acknowledged after the write. */
export function createViewCounter(
  { db, clock, secrets, log }: Parts,
  record: typeof recordViews = recordViews,
): ViewCounter {
  const views = createBatchWriter<string, View>({
    write: (batch) => record(db, secrets(), [...batch.values()], dateOf(clock)),
    merge: (known, added) => (known.viewer.trust < added.viewer.trust ? added : known),
    maxWaiting: MAX_WAITING,
    onFailure: (error) => log.error({ err: error }, 'views could not be written'),
  });
  return {
    ...views,
    add: (voucherId, viewer) => views.add(`${voucherId} ${viewer.key}`, { voucherId, viewer }),
  };
}
