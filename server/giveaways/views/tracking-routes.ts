import { and, inArray, sql, eq, ne, or } from 'drizzle-orm';

import { loadTogether, BATCHED } from '../../db/load-together.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { type Viewer, TRUST, reporterOf } from './viewer.ts';
import { LINK_CLICK_WINDOW_MS } from '../../../contract/constants.ts';
import type { Db } from '../../db/database.ts';
import { queryRows } from '../../db/query-rows.ts';
import {
  ViewsAnswer,
  TrackedAnswer,
  TrackViewsBody,
  TrackLinkClickBody,
  VoucherParams,
} from '../../../contract/vouchers.ts';
import { publicMask } from '../../vouchers/present-voucher.ts';
import { matchesRef, readVoucherRef } from '../../vouchers/voucher-row.ts';
import { dateOf } from '../../clock.ts';
import { routesOf, success, taggedRoutes } from '../../http/route-options.ts';

interface ViewReport {
  readonly ulids: readonly string[];
  readonly viewer: Viewer;
}

/** A report may name a hundred vouchers. */
const REPORTS_TOGETHER_MAX = 100;

/**
 * Simultaneous reports share one look-up and one write. The device deletes its views on this answer, so they are
 * written first. @throws AppError `unavailable` when the counter is full
 */
function createTrackViews({ db, views }: Pick<Deps, 'db' | 'views'>) {
  const find = db
    // One JSON value is cheaper to parse than a row for each voucher.
    .select({
      ids: sql<
        Readonly<Record<string, number>>
      >`coalesce(json_object_agg(${vouchers.ulid}, ${vouchers.id}), '{}')`,
    })
    .from(vouchers)
    .where(
      and(
        sql`${vouchers.ulid} = any (string_to_array(${sql.placeholder('ulids')}, ','))`,
        inArray(vouchers.status, ['active', 'completed']),
      ),
    )
    .prepare('find_viewed');
  const trackAll = async (reports: readonly ViewReport[]): Promise<(number | AppError)[]> => {
    const asked = new Set(reports.flatMap(({ ulids }) => ulids));
    const [known] = await find.execute({ ulids: [...asked].join(',') });
    const tracked = reports.map(({ ulids, viewer }) => {
      const found = new Set(ulids.map((ulid) => known?.ids[ulid]).filter((id) => id !== undefined));
      for (const id of found) if (!views.add(id, viewer)) return new AppError('unavailable');
      return found.size;
    });
    await views.written();
    return tracked;
  };
  return loadTogether<ViewReport, number>(trackAll, { ...BATCHED, max: REPORTS_TOGETHER_MAX });
}

/** A viewer counts once in 3 hours. @throws AppError `voucher_not_found` */
async function trackLinkClick(
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
  const found = await queryRows<{ id: number }>(db)`
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
      select id from target`;
  if (found.length === 0) throw new AppError('voucher_not_found');
}

async function readViews(db: Db, refText: string): Promise<ViewsAnswer> {
  const ref = readVoucherRef(refText);
  const isPublic =
    ref && 'id' in ref
      ? and(eq(vouchers.purpose, 'giveaway'), eq(vouchers.isPrivate, false))
      : or(eq(vouchers.purpose, 'giveaway'), eq(vouchers.isPrivate, false));
  const [row] = ref
    ? await db
        .select({
          views: vouchers.views,
          maskedCode: vouchers.maskedCode,
          status: vouchers.status,
          purpose: vouchers.purpose,
          revealMethod: vouchers.revealMethod,
          guessCount: vouchers.guessCount,
        })
        .from(vouchers)
        .where(
          and(
            matchesRef(ref),
            inArray(vouchers.status, ['active', 'completed', 'used', 'expired']),
            // An expired giveaway was never paid.
            or(ne(vouchers.status, 'expired'), eq(vouchers.purpose, 'payment')),
            isPublic,
          ),
        )
    : [];
  if (!row) throw new AppError('voucher_removed');
  return {
    success: true,
    views: row.views,
    masked_code: publicMask(row),
    status: row.status,
    ...(row.revealMethod === 'lottery' && { entries_count: row.guessCount }),
  };
}

export const trackViewsRoute = routesOf(async (app, deps) => {
  const trackViews = createTrackViews(deps);
  app.post(
    '/vouchers/track-views',
    batchedRoute('optional', {
      summary: 'Views that a device has stored',
      description:
        'Answered once they are stored. They count from a verified account or a proven device; a 428 `work_required` asks for another `X-Device-Token`.',
      body: TrackViewsBody,
      response: { 200: TrackedAnswer },
    }),
    async (request) => ({
      success,
      tracked: await trackViews({
        ulids: request.body.voucher_ids,
        viewer: reporterOf(request, deps),
      }),
    }),
  );
});

const batchedRoute = taggedRoutes('Vouchers', { batched: true });
const route = taggedRoutes('Vouchers');

export const voucherTrackingRoutes = routesOf(async (app, deps) => {
  app.get(
    '/vouchers/:id/views',
    route('public', 'Views, and what changed with them', ViewsAnswer, { params: VoucherParams }),
    (request) => readViews(deps.db, request.params.id),
  );

  app.post(
    '/vouchers/track-link-click',
    route('optional', "A click on a voucher's link", TrackedAnswer, { body: TrackLinkClickBody }),
    async (request) => {
      await trackLinkClick(
        deps.db,
        request.body.voucher_id,
        reporterOf(request, deps),
        dateOf(deps.clock),
      );
      return { success, tracked: 1 };
    },
  );
});
