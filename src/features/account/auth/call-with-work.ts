import type { Remote } from 'comlink';

import { WORK_TIMEOUT_MS } from '../../../../contract/constants.ts';
import type { Result } from '../../../../contract/result.ts';
import { callWithProgress } from '../../../platform/worker/call-with-progress.ts';
import type { DataWorkerApi } from '../../../../workers/api.ts';

export const callWithWork = <T>(
  use: (worker: Remote<DataWorkerApi>, onWork: () => void) => Promise<Result<T>>,
  onWork: () => void,
): Promise<Result<T>> => callWithProgress(use, onWork, WORK_TIMEOUT_MS);
