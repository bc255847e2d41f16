import { LINK_CLICK_WINDOW_MS, VIEW_WINDOW_MS } from '../../contract/constants.ts';
import type { GoodiesDatabase } from '../database.ts';
import type { TrackingKind } from '../rows.ts';

const OUTBOX_MAX_ROWS = 2_000;

const WINDOW_MS: Readonly<Record<TrackingKind, number>> = {
  view: VIEW_WINDOW_MS,
  'link-click': LINK_CLICK_WINDOW_MS,
};

const ULID = /^[0-9A-HJKMNP-TV-Z]{26}$/;

/** One transaction writes row and window, so that a crash stores both or neither. */
export async function enqueueTracking(
  db: GoodiesDatabase,
  kind: TrackingKind,
  voucherUlid: string,
  nowMs: number,
  createdAt = nowMs,
): Promise<boolean> {
  if (!ULID.test(voucherUlid)) return false;
  const key = `${kind}:${voucherUlid}`;
  return db.transaction('rw', [db.outbox, db.trackingWindows], async () => {
    const last = await db.trackingWindows.get(key);
    const isRunning = last && nowMs >= last.at && nowMs - last.at < WINDOW_MS[kind];
    if (isRunning) return false;
    if ((await db.outbox.count()) >= OUTBOX_MAX_ROWS) return false;
    await db.trackingWindows.put({ key, kind, at: nowMs });
    await db.outbox.add({ kind, voucherUlid, createdAt });
    return true;
  });
}
