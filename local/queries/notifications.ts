import type { GoodiesDatabase } from '../database.ts';
import { SINGLE, type NotificationRow } from '../rows.ts';

export interface Notices {
  readonly rows: readonly NotificationRow[];
  readonly hasMore: boolean;
  readonly fetchedAt: number;
}

/** Returns the rows without a gap; undefined before the first answer. */
export async function readNotices(db: GoodiesDatabase): Promise<Notices | undefined> {
  const list = await db.noticeLists.get(SINGLE);
  if (!list) return undefined;
  const rows = await db.notifications.where('id').aboveOrEqual(list.oldestId).toArray();
  return { rows: rows.reverse(), hasMore: list.hasMore, fetchedAt: list.fetchedAt };
}

export const readNoticePreferences = (db: GoodiesDatabase) => db.noticePreferences.get(SINGLE);
