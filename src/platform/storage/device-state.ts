import { createListeners } from '../../../local/listeners.ts';
import type { StorageState } from '../../../local/storage-failure.ts';

/** 'rebuilt': the database was damaged and is new; 'clock': the date is wrong by days. */
export type DeviceState = StorageState | 'rebuilt' | 'clock';

const listeners = createListeners();
let state: DeviceState = 'ok';

export const deviceState = {
  subscribe: listeners.add,
  getSnapshot: (): DeviceState => state,
};

export function setDeviceState(next: DeviceState): void {
  if (next === state) return;
  state = next;
  listeners.notify();
}

export function noteStorageWell(): void {
  if (state !== 'rebuilt' && state !== 'clock') setDeviceState('ok');
}
