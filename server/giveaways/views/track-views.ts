import { and, inArray, sql } from 'drizzle-orm';

import { loadTogether, PATIENTLY } from '../../db/load-together.ts';
import { vouchers } from '../../db/schema/vouchers.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { Viewer } from './view-counter.ts';

/**
 * Takes views that a device has stored, maybe while it was offline. It forgets them on our answer, so they
 * stand in the database first.
 * @returns how many of the vouchers exist and take views.
 * @throws AppError `unavailable` when the counter takes no more.
 */
export type TrackViews = (ulids: readonly string[], viewer: Viewer) => Promise<number>;

/** The vouchers of many reports are asked for together. */
export function createTrackViews({ db, views }: Pick<Deps, 'db' | 'views'>): TrackViews {
  const find = db
    .select({ ulid: vouchers.ulid, id: vouchers.id })
    .from(vouchers)
    .where(
      and(
        sql`${vouchers.ulid} = any (string_to_array(${sql.placeholder('ulids')}, ','))`,
        inArray(vouchers.status, ['active', 'completed']),
      ),
    )
    .prepare('find_viewed');
  const idOf = loadTogether(async (ulids: readonly string[]) => {
    const rows = await find.execute({ ulids: [...new Set(ulids)].join(',') });
    const ids = new Map(rows.map(({ ulid, id }) => [ulid, id]));
    return ulids.map((ulid) => ids.get(ulid));
  }, PATIENTLY);

  return async (ulids, viewer) => {
    const ids = await Promise.all([...new Set(ulids)].map(idOf));
    const found = ids.filter((id) => id !== undefined);
    for (const id of found) if (!views.add(id, viewer)) throw new AppError('unavailable');
    await views.written();
    return found.length;
  };
}
