import { sql } from 'drizzle-orm';

import { LINK_CLICK_WINDOW_MS } from '../../../contract/constants.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { AppError } from '../../http/app-error.ts';
import { TRUST, type Viewer } from './view-counter.ts';

/**
 * Counts a click on a voucher's link, each viewer once in 3 hours and its creator never. One of an unproven
 * device is counted apart.
 * @throws AppError `voucher_not_found` for a voucher that is not there to be clicked on.
 */
export async function trackLinkClick(
  db: Db,
  ulid: string,
  { key, trust }: Viewer,
  now: Date,
): Promise<void> {
  const [at, before] = [
    now.toISOString(),
    new Date(now.getTime() - LINK_CLICK_WINDOW_MS).toISOString(),
  ];
  const counts = trust === TRUST.none ? 0 : 1;
  const found = await queryRows<{ id: number }>(
    db,
    sql`
      with target as (
        select id, creator_id from vouchers where ulid = ${ulid}::text and status in ('active', 'completed')
      ),
      clicked as (
        insert into voucher_clickers (voucher_id, viewer, counted_at)
        select id, ${key}::text, ${at}::timestamptz from target where ${key}::text <> 'u:' || creator_id
        on conflict (voucher_id, viewer) do update set counted_at = excluded.counted_at
          where voucher_clickers.counted_at <= ${before}::timestamptz
        returning voucher_id
      ),
      counted as (
        update vouchers set link_clicks = link_clicks + ${counts}::int,
          uncounted_clicks = uncounted_clicks + 1 - ${counts}::int
        from clicked where vouchers.id = clicked.voucher_id
      )
      select id from target`,
  );
  if (found.length === 0) throw new AppError('voucher_not_found');
}
