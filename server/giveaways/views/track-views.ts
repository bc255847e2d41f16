import { and, inArray, sql } from 'drizzle-orm';

import { loadTogether, BATCHED } from '../../db/load-together.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { Viewer } from './view-counter.ts';

/** Views that a device has stored, maybe while it was offline. */
export interface ViewReport {
  readonly ulids: readonly string[];
  readonly viewer: Viewer;
}

/**
 * Takes a report. The device forgets its views on our answer, so they stand in the database first.
 * @returns how many of the vouchers exist and take views.
 * @throws AppError `unavailable` when the counter takes no more.
 */
export type TrackViews = (report: ViewReport) => Promise<number>;

/** Of a second's reports at the rate that a node takes, what a tenth of it brings; each may name a hundred vouchers. */
const REPORTS_TOGETHER_MAX = 100;

/** Reports of one moment look their vouchers up together, and wait for the second's write as one. */
export function createTrackViews({ db, views }: Pick<Deps, 'db' | 'views'>): TrackViews {
  const find = db
    // One value is less to read here than a row for each.
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
