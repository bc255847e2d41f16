import type { Remote } from 'comlink';

import type { Result } from '../../../contract/result.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import { callWorker } from './data-worker.ts';

/**
 * Calls a command of the data worker that tells how far it is.
 * @param timeoutMs the longest that such a command may take
 */
export function callWithProgress<T, News extends unknown[]>(
  use: (worker: Remote<DataWorkerApi>, onProgress: (...news: News) => void) => Promise<Result<T>>,
  onProgress: (...news: News) => void,
  timeoutMs: number,
): Promise<Result<T>> {
  return callWorker(
    // Comlink comes with what starts the worker, so it is here once there is one.
    async (worker) => use(worker, (await import('comlink')).proxy(onProgress)),
    { timeoutMs },
  );
}
