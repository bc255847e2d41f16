import type { Remote } from 'comlink';

import { REQUEST_TIMEOUT_MS, WORKER_MARGIN_MS } from '../../../contract/constants.ts';
import { ok, type Result } from '../../../contract/result.ts';
import { doubtConnection } from '../connectivity.ts';
import { leaveExpiredSession } from '../session/leave-expired-session.ts';
import { readToken } from '../session/session.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import type { VoucherWatch } from '../../../workers/views-poller.ts';
import { createWorkerBridge, type CallOptions } from './worker-bridge.ts';

/** The worker has deadlines of its own; the bridge's is for a worker that hangs. */
const CALL_TIMEOUT_MS = REQUEST_TIMEOUT_MS + WORKER_MARGIN_MS;

/** A cheap phone may be busy for seconds. */
const PING_TIMEOUT_MS = 10_000;

/** Gives a worker that dies at once time, so that it is not started over and over. */
const RESTART_AFTER_MS = 5_000;

/** The vouchers that are on screen. The page has the list, because a worker may be replaced by another. */
const watches = new Set<VoucherWatch>();

const bridge = createWorkerBridge<Remote<DataWorkerApi>>({
  // Comlink comes with the starter, so that neither is fetched before the first call.
  start: async () => (await import('./start-data-worker.ts')).startDataWorker(checkStorage),
  onStart: (worker) => {
    // What fails here is a worker that died; the next one is told.
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
 * Runs a command or a refresh in the data worker: `callWorker((worker) => worker.login(form))`.
 * What it learned stands in the database when it returns.
 * @returns expected failures as results; also `worker_failed` and `timeout`
 * @throws only the reason of an aborted `signal`
 */
export async function callWorker<T>(
  use: (worker: Remote<DataWorkerApi>) => Promise<Result<T>>,
  options?: CallOptions,
): Promise<Result<T>> {
  const result = await bridge.call(use, options);
  if (result.ok) {
    const { attempt } = result;
    // What is asked again after this page gave it up, or was closed, goes out with its key of before.
    if (attempt !== undefined) await bridge.call((worker) => worker.confirmAnswer(attempt));
  } else {
    const { code } = result.error;
    if (code === 'network' || code === 'timeout') doubtConnection();
    // A call that began as the user before may be refused when the next one is here.
    if (code === 'unauthenticated' && !(await readToken())) await leaveExpiredSession();
  }
  return result;
}

/** Has the data worker look how the device's storage fares, and do what can be done. */
export const checkStorage = (): Promise<Result<StorageCheck>> =>
  callWorker((worker) => worker.checkStorage());

/** Starts the worker, which is long on its way, before the code is here that calls it. */
export const startWorker = (): void => bridge.start();

/** How many calls are under way, refreshes included. */
export const pendingCalls = (): number => bridge.pendingCount();

/** Ends the worker, e.g. on signing out. The next call starts another. */
export const stopDataWorker = (): void => bridge.stop();

/** Tells the data worker something that has no answer, e.g. what to watch. A worker that fails is not told. */
export async function tellWorker(
  use: (worker: Remote<DataWorkerApi>) => Promise<void>,
): Promise<void> {
  await bridge.call(async (worker) => {
    await use(worker);
    return ok(undefined);
  });
}

/** A tab may open behind another one. */
async function setWatches(worker: Remote<DataWorkerApi>): Promise<void> {
  await worker.setVisible(!document.hidden);
  await worker.setWatches([...watches]);
}

const sendWatches = (): void => void tellWorker(setWatches);

/** Has a voucher's views, digits and status refreshed; returns the function that ends it. */
export function watchVoucher(watch: VoucherWatch): () => void {
  watches.add(watch);
  sendWatches();
  return () => {
    watches.delete(watch);
    sendWatches();
  };
}
