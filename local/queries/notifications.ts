import type { GoodiesDatabase } from '../database.ts';
import { SINGLE, type NotificationRow, type NoticePreferencesRow } from '../rows.ts';

/** The notifications of this device, newest first. */
export interface Notices {
  readonly rows: readonly NotificationRow[];
  /** Whether the server has older ones. */
  readonly hasMore: boolean;
  /** ms since the epoch */
  readonly fetchedAt: number;
}

/** What the user was told, as far back as it was fetched without a gap; undefined before the first answer. */
export async function readNotices(db: GoodiesDatabase): Promise<Notices | undefined> {
  const list = await db.noticeLists.get(SINGLE);
  if (!list) return undefined;
  const rows = await db.notifications.where('id').aboveOrEqual(list.oldestId).toArray();
  return { rows: rows.reverse(), hasMore: list.hasMore, fetchedAt: list.fetchedAt };
}

/** What the user wants to be told, and where; undefined before the first answer. */
export const readNoticePreferences = (
  db: GoodiesDatabase,
): Promise<NoticePreferencesRow | undefined> => db.noticePreferences.get(SINGLE);
