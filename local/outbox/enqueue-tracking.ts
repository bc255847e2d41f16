import { LINK_CLICK_WINDOW_MS, VIEW_WINDOW_MS } from '../../contract/constants.ts';
import { OUTBOX_SYNC_TAG } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';
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

interface SyncCapable {
  readonly sync?: { register(tag: string): Promise<void> };
}

/** Uses Background Sync and a message, because the browser delays a sync that has failed. */
export async function requestOutboxDrain(
  registration: Pick<ServiceWorkerRegistration, 'active'> & SyncCapable,
  isOnline: () => boolean = () => navigator.onLine,
): Promise<void> {
  let willSync = false;
  try {
    await registration.sync?.register(OUTBOX_SYNC_TAG);
    willSync = registration.sync !== undefined;
  } catch {
    // Private windows refuse sync, but the message below still works.
  }
  // Offline, the sync waits for the network and the worker does not.
  if (willSync && !isOnline()) return;
  registration.active?.postMessage({ type: 'drain-outbox' } satisfies ToServiceWorker);
}
