import type { GoodiesDatabase } from '../database.ts';
import type { EntriesRow } from '../rows.ts';

/** Key of one page of a lottery's entries. @param page from 1 */
export const entriesKey = (ulid: string, page: number): string => `${ulid} ${page}`;

/** A mirrored page of a lottery's entries, newest first. */
export const readEntries = (
  db: GoodiesDatabase,
  ulid: string,
  page: number,
): Promise<EntriesRow | undefined> => db.entries.get(entriesKey(ulid, page));
