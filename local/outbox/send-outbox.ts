import { promisifyRequest } from 'idb-keyval';

import { REQUEST_TIMEOUT_MS, TRACK_VIEWS_MAX_IDS } from '../../contract/constants.ts';
import { DATABASE_NAME, LOCKS } from '../../contract/storage-keys.ts';
import type { TrackLinkClickBody, TrackViewsBody } from '../../contract/vouchers.ts';
import type { DeviceKeys } from '../keys.ts';
import { openPlainly } from '../plain-database.ts';
import type { OutboxRow, TrackingKind } from '../rows.ts';
import { timeoutSignal } from '../timeout-signal.ts';
import { DAY_MS } from '../../contract/durations.ts';

/** What was seen before the device is proven waits for that, so long at most. */
export const VISIT_PROOF_WAIT_MS = DAY_MS;

export interface OutboxDeps {
  readonly keys: Pick<
    DeviceKeys,
    'readToken' | 'deviceId' | 'readDeviceToken' | 'clearDeviceToken'
  >;
  readonly fetch: typeof fetch;
  /** ms since the epoch */
  readonly now: () => number;
  readonly locks: Pick<LockManager, 'request'>;
  /** Called when rows have gone. Dexie, by which pages follow the database, does not see what is done here. */
  readonly onSent?: () => void;
  readonly databaseName?: string;
}

/** Rows are still there; send again later. */
export class OutboxUndeliveredError extends Error {
  override readonly name = 'OutboxUndeliveredError';
}

/** Rows wait until the device is proven, which sends them by itself. */
export class DeviceUnprovenError extends OutboxUndeliveredError {}

type Verdict = 'delivered' | 'refused' | 'undelivered';

const WORK_REQUIRED = 428;
const RETRY_STATUSES = new Set([408, 425, 429, WORK_REQUIRED]);

/** A page of a network's login portal is no acknowledgement, whatever its status: only our own JSON is. */
async function isOurAnswer(response: Response): Promise<boolean> {
  const body: unknown = await response.json().catch(() => undefined);
  return typeof body === 'object' && body !== null && 'success' in body;
}

async function judge(response: Response): Promise<Verdict> {
  if (response.status >= 500 || RETRY_STATUSES.has(response.status)) return 'undelivered';
  if (!(await isOurAnswer(response))) return 'undelivered';
  return response.ok ? 'delivered' : 'refused';
}

async function post(
  { fetch, keys }: OutboxDeps,
  path: string,
  body: TrackViewsBody | TrackLinkClickBody,
): Promise<Verdict> {
  const deviceId = await keys.deviceId();
  const token = await keys.readToken();
  const proof = await keys.readDeviceToken();
  const send = (credentials: Readonly<Record<string, string>>): Promise<Response> =>
    fetch(path, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'x-device-id': deviceId,
        ...(proof && { 'x-device-token': proof }),
        ...credentials,
      },
      body: JSON.stringify(body),
      credentials: 'omit',
      signal: timeoutSignal(REQUEST_TIMEOUT_MS),
    });
  try {
    const first = await send(token ? { authorization: `Bearer ${token}` } : {});
    // An expired session must not hold a view back: it counts for the device instead.
    const response = token && first.status === 401 ? await send({}) : first;
    // The server no longer knows the proof: the data worker gets another one.
    if (response.status === WORK_REQUIRED) await keys.clearDeviceToken();
    return await judge(response);
  } catch {
    return 'undelivered';
  }
}

const sendRows = (
  deps: OutboxDeps,
  kind: TrackingKind,
  rows: readonly OutboxRow[],
): Promise<Verdict> =>
  kind === 'view'
    ? post(deps, '/api/v1/vouchers/track-views', {
        voucher_ids: [...new Set(rows.map((row) => row.voucherUlid))],
      })
    : post(deps, '/api/v1/vouchers/track-link-click', { voucher_id: rows[0]?.voucherUlid ?? '' });

const STORE = 'outbox';

const nextRows = (db: IDBDatabase, kind: TrackingKind): Promise<OutboxRow[]> =>
  promisifyRequest<OutboxRow[]>(
    db
      .transaction(STORE)
      .objectStore(STORE)
      .index('kind')
      .getAll(kind, kind === 'view' ? TRACK_VIEWS_MAX_IDS : 1),
  );

/**
 * A visit counts only from a proven device, so the rows wait for that: some seconds after a first start. Where
 * it never comes they go as they are after a day.
 */
async function checkProof({ keys, now }: OutboxDeps, rows: readonly OutboxRow[]): Promise<void> {
  // The distance: after the clock was set back a row would hold all others until the clock has caught up.
  const isFresh = rows.some(({ createdAt }) => Math.abs(now() - createdAt) < VISIT_PROOF_WAIT_MS);
  if (isFresh && (await keys.readDeviceToken()) === undefined)
    throw new DeviceUnprovenError(`${rows.length} rows wait until the device is proven`);
}

async function deleteRows(db: IDBDatabase, rows: readonly OutboxRow[]): Promise<void> {
  const transaction = db.transaction(STORE, 'readwrite');
  for (const { id } of rows) transaction.objectStore(STORE).delete(id);
  await promisifyRequest(transaction);
}

/** Sends rows together and deletes them once the server has spoken. */
async function deliver(
  db: IDBDatabase,
  deps: OutboxDeps,
  kind: TrackingKind,
  rows: readonly OutboxRow[],
): Promise<void> {
  await checkProof(deps, rows);
  const verdict = await sendRows(deps, kind, rows);
  if (verdict === 'undelivered')
    throw new OutboxUndeliveredError(`${rows.length} ${kind} rows were not delivered`);
  // One row that the server refuses for good must not take the others with it.
  if (verdict === 'refused' && rows.length > 1) {
    for (const row of rows) await deliver(db, deps, kind, [row]);
    return;
  }
  await deleteRows(db, rows);
  deps.onSent?.();
}

async function drain(deps: OutboxDeps): Promise<void> {
  const db = await openPlainly(deps.databaseName ?? DATABASE_NAME);
  if (!db) return;
  try {
    for (const kind of ['view', 'link-click'] as const) {
      // Each round deletes the rows it took or throws, so it ends.
      for (let rows = await nextRows(db, kind); rows.length > 0; rows = await nextRows(db, kind))
        await deliver(db, deps, kind, rows);
    }
  } finally {
    db.close();
  }
}

/**
 * Sends every row of the outbox, one thread at a time, with plain IndexedDB: in the service worker Dexie
 * would be two thirds of its code. A row is deleted only after the server has answered it; killed in between,
 * it is sent again, and the server counts a viewer once in 12 h.
 * @throws OutboxUndeliveredError while rows remain that should be sent later
 */
export async function sendOutbox(deps: OutboxDeps): Promise<void> {
  await deps.locks.request(LOCKS.outbox, () => drain(deps));
}
