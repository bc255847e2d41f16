import type { Remote } from 'comlink';

import { UPLOAD_TIMEOUT_MS } from '../../../../contract/constants.ts';
import type { Result } from '../../../../contract/result.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import type { OnProgress } from '../../../../workers/upload-form.ts';

/** The bridge's own deadline would come before that of a large upload. */
const UPLOAD = { timeoutMs: UPLOAD_TIMEOUT_MS + 5_000 };

/**
 * Calls a command of the data worker that sends a file.
 * @param onProgress is told the fraction, from 0 to 1, that has left the device
 */
export async function uploadThroughWorker<T>(
  send: (worker: Remote<DataWorkerApi>, onProgress: OnProgress) => Promise<Result<T>>,
  onProgress: (fraction: number) => void,
): Promise<Result<T>> {
  const { proxy } = await import('comlink');
  const proxied = proxy(onProgress);
  return callWorker((worker) => send(worker, proxied), UPLOAD);
}
