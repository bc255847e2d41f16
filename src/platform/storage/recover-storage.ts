import { SECOND_MS } from '../../../contract/durations.ts';
import { getDatabase } from '../../../local/database.ts';
import { classifyStorageError } from '../../../local/storage-failure.ts';
import type { Result } from '../../../contract/result.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import { noteStorageWell, setDeviceState } from './device-state.ts';

/** Between two looks whether there is room again. */
const LOOK_INTERVAL_MS = 15 * SECOND_MS;

/** Has the data worker look, and do what can be done. */
export type CheckStorage = () => Promise<Result<StorageCheck>>;

let looking: Promise<void> | undefined;
let timer: ReturnType<typeof setTimeout> | undefined;

async function look(check: CheckStorage): Promise<void> {
  clearTimeout(timer);
  const result = await check();
  // Nothing is known where it could not look.
  const state = result.ok ? result.value : undefined;
  if (state === 'ok') noteStorageWell();
  else if (state) setDeviceState(state);
  if (state !== 'ok' && state !== 'rebuilt')
    timer = setTimeout(() => void recoverStorage(check), LOOK_INTERVAL_MS);
}

/** Has the data worker do what can be done about the storage, says what came of it, and looks again until it is well. */
export function recoverStorage(check: CheckStorage): Promise<void> {
  looking ??= look(check).finally(() => {
    looking = undefined;
  });
  return looking;
}

/** The same after an error of the page's own reading, if it is about the storage. @throws where it still cannot be read */
export async function recoverFrom(error: unknown, check: CheckStorage): Promise<void> {
  if (classifyStorageError(error) === undefined) return;
  await recoverStorage(check);
  // Once it has failed, it is not opened by itself any more.
  await getDatabase().open();
}
