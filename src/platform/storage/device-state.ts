import { createListeners } from '../../../local/listeners.ts';
import type { StorageState } from '../../../local/storage-failure.ts';

/**
 * What people are told of their device. 'rebuilt': its database was damaged and is made anew; 'clock': its date is
 * wrong by days.
 */
export type DeviceState = StorageState | 'rebuilt' | 'clock';

const listeners = createListeners();
let state: DeviceState = 'ok';

/** For `useSyncExternalStore`. */
export const deviceState = {
  subscribe: listeners.add,
  getSnapshot: (): DeviceState => state,
};

export function setDeviceState(next: DeviceState): void {
  if (next === state) return;
  state = next;
  listeners.notify();
}

/** The storage is well: what was said of it goes, and what was said of something else stays. */
export function noteStorageWell(): void {
  if (state !== 'rebuilt' && state !== 'clock') setDeviceState('ok');
}
