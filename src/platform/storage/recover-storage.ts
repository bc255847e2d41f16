import { SECOND_MS } from '../../../contract/durations.ts';
import { getDatabase } from '../../../local/database.ts';
import { classifyStorageError } from '../../../local/storage-failure.ts';
import type { Result } from '../../../contract/result.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import { noteStorageWell, setDeviceState } from './device-state.ts';

const LOOK_INTERVAL_MS = 15 * SECOND_MS;

export type CheckStorage = () => Promise<Result<StorageCheck>>;

let looking: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function look(check: CheckStorage): Promise<void> {
  clearTimeout(timer);
  const result = await check();
  const state = result.ok ? result.value : undefined;
  if (state === 'ok') noteStorageWell();
  else if (state) setDeviceState(state);
  if (state !== 'ok' && state !== 'rebuilt')
    timer = setTimeout(() => void recoverStorage(check), LOOK_INTERVAL_MS);
}

export function recoverStorage(check: CheckStorage): Promise<void> {
  looking ??= look(check).finally(() => {
    looking = undefined;
  });
  return looking;
}

/** Recovers from an error of the page's own reads. @throws when it still cannot be read */
export async function recoverFrom(error: unknown, check: CheckStorage): Promise<void> {
  if (classifyStorageError(error) === undefined) return;
  await recoverStorage(check);
  // Dexie does not reopen a database after a failed open.
  await getDatabase().open();
}
