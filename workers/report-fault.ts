import { classifyStorageError } from '../local/storage-failure.ts';
import type { WorkerDeps } from './deps.ts';

/** Has an exception reported. One about the device's storage is told to its user; any other is a fault of the code. */
export function reportFault(
  { report, tell }: Pick<WorkerDeps, 'report' | 'tell'>,
  error: unknown,
): void {
  const state = classifyStorageError(error);
  if (state) tell({ news: 'storage', state });
  else report(error);
}
