import { sql } from 'drizzle-orm';

import { LINK_CLICK_WINDOW_MS } from '../../../contract/constants.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import { AppError } from '../../http/app-error.ts';

/**
 * Counts a click on a voucher's link, each viewer once in 3 hours.
 * @throws AppError `voucher_not_found` for a voucher that is not there to be clicked on.
 */
export async function trackLinkClick(
  db: Db,
  ulid: string,
  viewer: string,
  now: Date,
): Promise<void> {
  const [at, before] = [
    now.toISOString(),
    new Date(now.getTime() - LINK_CLICK_WINDOW_MS).toISOString(),
  ];
  const found = await queryRows<{ id: number }>(
    db,
    sql`
      with target as (select id from vouchers where ulid = ${ulid}::text and status in ('active', 'completed')),
      clicked as (
        insert into voucher_clickers (voucher_id, viewer, counted_at)
        select id, ${viewer}::text, ${at}::timestamptz from target
        on conflict (voucher_id, viewer) do update set counted_at = excluded.counted_at
          where voucher_clickers.counted_at <= ${before}::timestamptz
        returning voucher_id
      ),
      counted as (update vouchers set link_clicks = link_clicks + 1 from clicked where vouchers.id = clicked.voucher_id)
      select id from target`,
  );
  if (found.length === 0) throw new AppError('voucher_not_found');
}
