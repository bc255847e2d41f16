import { classifyStorageError } from '../local/storage-failure.ts';
import type { WorkerDeps } from './deps.ts';

/** Has an exception reported, unless it is about the device's storage: any other is a fault of the code. */
export function reportFault({ report }: Pick<WorkerDeps, 'report'>, error: unknown): void {
  if (classifyStorageError(error) === undefined) report(error);
}
