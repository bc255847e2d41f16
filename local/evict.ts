import {
  IDEMPOTENCY_KEEP_MS,
  LINK_CLICK_WINDOW_MS,
  MIRROR_KEEP_MS,
  RECONCILE_UNTIL_MS,
  VIEW_WINDOW_MS,
} from '../contract/constants.ts';
import type { Table } from 'dexie';

import type { GoodiesDatabase } from './database.ts';
import type { Mirrored } from './rows.ts';

/** Longest first: a window of the other kind that is older has ended too. */
const LONGEST_WINDOW_MS = Math.max(VIEW_WINDOW_MS, LINK_CLICK_WINDOW_MS);

/**
 * Deletes what is past its time: mirrored rows not fetched for `MIRROR_KEEP_MS`, ended waits and windows,
 * outbox rows that would no longer be counted, idempotency keys that the server has forgotten,
 * beginnings of payments that nobody asks about any more.
 */
export const evict = (db: GoodiesDatabase, nowMs: number): Promise<void> =>
  db.transaction('rw', db.tables, async () => {
    const oldest = nowMs - MIRROR_KEEP_MS;
    // A table with an index of when its rows were fetched mirrors the server.
    const mirrors = db.tables.filter(({ schema }) => 'fetchedAt' in schema.idxByName);
    await Promise.all([
      ...mirrors.map((table) => table.where('fetchedAt').below(oldest).delete()),
      ...[db.detectedRegion, db.regions, db.rates].map((table) =>
        (table as Table<Mirrored>).filter(({ fetchedAt }) => fetchedAt < oldest).delete(),
      ),
      db.outbox.where('createdAt').below(oldest).delete(),
      db.trackingWindows
        .where('at')
        .below(nowMs - LONGEST_WINDOW_MS)
        .delete(),
      db.waits.where('untilMs').below(nowMs).delete(),
      db.checkouts
        .where('createdAt')
        .below(nowMs - RECONCILE_UNTIL_MS)
        .delete(),
      db.pendingCommands
        .where('createdAt')
        .below(nowMs - IDEMPOTENCY_KEEP_MS)
        .delete(),
    ]);
  });
