import type { Remote } from 'comlink';

import { REQUEST_TIMEOUT_MS, WORKER_MARGIN_MS } from '../../../contract/constants.ts';
import { ok, type Result } from '../../../contract/result.ts';
import { doubtConnection } from '../connectivity.ts';
import { createListeners } from '../store.ts';
import { leaveExpiredSession } from '../session/leave-expired-session.ts';
import { readToken } from '../session/session.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import type { VoucherWatch } from '../../../workers/views-poller.ts';
import { createWorkerBridge, type CallOptions } from './worker-bridge.ts';

/** The worker has its own timeouts; this one is for a worker that hangs. */
const CALL_TIMEOUT_MS = REQUEST_TIMEOUT_MS + WORKER_MARGIN_MS;

const PING_TIMEOUT_MS = 10_000;

/** A worker that crashes at start must not be restarted in a loop. */
const RESTART_AFTER_MS = 5_000;

/** The page stores the list, because a worker may be replaced. */
const watches = new Set<VoucherWatch>();

const bridge = createWorkerBridge<Remote<DataWorkerApi>>({
  // A lazy import, so that Comlink is not fetched before the first call.
  start: async () => (await import('./start-data-worker.ts')).startDataWorker(checkStorage),
  onStart: (worker) => {
    if (watches.size > 0) setWatches(worker).catch(reportError);
  },
  onCrash: () => {
    if (watches.size > 0) setTimeout(sendWatches, RESTART_AFTER_MS);
  },
  onFault: (error) => reportError(error),
  ping: (worker) => worker.checkAlive(),
  timeoutMs: CALL_TIMEOUT_MS,
  pingTimeoutMs: PING_TIMEOUT_MS,
});

/**
 * Runs a command in the data worker. @returns expected failures, also `worker_failed` and `timeout`
 * @throws the reason of an aborted `signal`
 */
export async function callWorker<T>(
  use: (worker: Remote<DataWorkerApi>) => Promise<Result<T>>,
  options?: CallOptions,
): Promise<Result<T>> {
  const result = await bridge.call(use, options);
  if (result.ok) {
    const { attempt } = result;
    // Until this confirmation, a repeated command is sent with the same idempotency key.
    if (attempt !== undefined) await bridge.call((worker) => worker.confirmAnswer(attempt));
  } else {
    const { code } = result.error;
    if (code === 'network' || code === 'timeout') doubtConnection();
    // A call of the former user may fail after the next user has signed in.
    if (code === 'unauthenticated' && !(await readToken())) await leaveExpiredSession();
  }
  return result;
}

export const checkStorage = (): Promise<Result<StorageCheck>> =>
  callWorker((worker) => worker.checkStorage());

export const startWorker = (): void => bridge.start();

export const pendingCalls = (): number => bridge.pendingCount();

export const stopDataWorker = (): void => bridge.stop();

export async function tellWorker(
  use: (worker: Remote<DataWorkerApi>) => Promise<void>,
): Promise<void> {
  await bridge.call(async (worker) => {
    await use(worker);
    return ok(undefined);
  });
}

async function setWatches(worker: Remote<DataWorkerApi>): Promise<void> {
  await worker.setVisible(!document.hidden);
  await worker.setWatches([...watches]);
}

const { add: onWatchesChange, notify: notifyWatchesChange } = createListeners();
export { onWatchesChange };

/** ULIDs of the vouchers on screen. */
export const watchedVouchers = (): string[] => [...watches].map(({ ulid }) => ulid);

const sendWatches = (): void => void tellWorker(setWatches);

export function watchVoucher(watch: VoucherWatch): () => void {
  const change = (): void => {
    sendWatches();
    notifyWatchesChange();
  };
  watches.add(watch);
  change();
  return () => {
    watches.delete(watch);
    change();
  };
}
