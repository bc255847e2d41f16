import type { Remote } from 'comlink';

import { UPLOAD_CALL_TIMEOUT_MS } from '../../../../contract/constants.ts';
import type { Result } from '../../../../contract/result.ts';
import { callWithProgress } from '../../../platform/worker/call-with-progress.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';
import type { OnProgress } from '../../../../workers/upload-form.ts';

/**
 * Calls a command of the data worker that sends a file.
 * @param onProgress is told the fraction, from 0 to 1, that has left the device
 */
export const uploadThroughWorker = <T>(
  send: (worker: Remote<DataWorkerApi>, onProgress: OnProgress) => Promise<Result<T>>,
  onProgress: (fraction: number) => void,
): Promise<Result<T>> => callWithProgress(send, onProgress, UPLOAD_CALL_TIMEOUT_MS);
