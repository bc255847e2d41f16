import type { Remote } from 'comlink';

import type { Result } from '../../../contract/result.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import { callWorker } from './data-worker.ts';

export function callWithProgress<T, News extends unknown[]>(
  use: (worker: Remote<DataWorkerApi>, onProgress: (...news: News) => void) => Promise<Result<T>>,
  onProgress: (...news: News) => void,
  timeoutMs: number,
): Promise<Result<T>> {
  return callWorker(
    // Comlink is loaded with the worker, so it is available here.
    async (worker) => use(worker, (await import('comlink')).proxy(onProgress)),
    { timeoutMs },
  );
}
