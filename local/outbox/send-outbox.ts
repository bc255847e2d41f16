import { promisifyRequest } from 'idb-keyval';

import { REQUEST_TIMEOUT_MS, TRACK_VIEWS_MAX_IDS } from '../../contract/constants.ts';
import { DATABASE_NAME, LOCKS } from '../../contract/storage-keys.ts';
import type { TrackLinkClickBody, TrackViewsBody } from '../../contract/vouchers.ts';
import { openPlainly } from '../plain-database.ts';
import type { OutboxRow, TrackingKind } from '../rows.ts';
import { timeoutSignal } from '../timeout-signal.ts';
import { DAY_MS } from '../../contract/durations.ts';
import {
  type OutboxDeps,
  OutboxUndeliveredError,
  readFinalAnswer,
  WORK_REQUIRED,
} from './outbox-answer.ts';
import { sendCaseReports } from './send-case-reports.ts';

export const VISIT_PROOF_WAIT_MS = DAY_MS;

export class DeviceUnprovenError extends OutboxUndeliveredError {}

type Verdict = 'delivered' | 'refused' | 'undelivered';

async function judge(response: Response): Promise<Verdict> {
  if (!(await readFinalAnswer(response))) return 'undelivered';
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
    // After the session expires, the view still counts for the device.
    const response = token && first.status === 401 ? await send({}) : first;
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

async function checkProof({ keys, now }: OutboxDeps, rows: readonly OutboxRow[]): Promise<void> {
  // The distance also works after the clock is set back.
  const isFresh = rows.some(({ createdAt }) => Math.abs(now() - createdAt) < VISIT_PROOF_WAIT_MS);
  if (isFresh && (await keys.readDeviceToken()) === undefined)
    throw new DeviceUnprovenError(`${rows.length} rows wait until the device is proven`);
}

async function deleteRows(db: IDBDatabase, rows: readonly OutboxRow[]): Promise<void> {
  const transaction = db.transaction(STORE, 'readwrite');
  for (const { id } of rows) transaction.objectStore(STORE).delete(id);
  await promisifyRequest(transaction);
}

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
  // One refused row must not delete the others.
  if (verdict === 'refused' && rows.length > 1) {
    for (const row of rows) await deliver(db, deps, kind, [row]);
    return;
  }
  await deleteRows(db, rows);
  deps.onSent?.();
}

async function sendVisits(db: IDBDatabase, deps: OutboxDeps): Promise<void> {
  for (const kind of ['view', 'link-click'] as const) {
    for (let rows = await nextRows(db, kind); rows.length > 0; rows = await nextRows(db, kind))
      await deliver(db, deps, kind, rows);
  }
}

async function drain(deps: OutboxDeps): Promise<void> {
  const db = await openPlainly(deps.databaseName ?? DATABASE_NAME);
  if (!db) return;
  try {
    // Neither waits for the other: visits may wait a day until the device is proven.
    const outcomes = await Promise.allSettled([sendCaseReports(db, deps), sendVisits(db, deps)]);
    const failed = outcomes.find((outcome) => outcome.status === 'rejected');
    if (failed) throw failed.reason;
  } finally {
    db.close();
  }
}

/** Uses plain IndexedDB, because Dexie would triple the service worker's code. */
export async function sendOutbox(deps: OutboxDeps): Promise<void> {
  await deps.locks.request(LOCKS.outbox, () => drain(deps));
}
