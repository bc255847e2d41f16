import type { StorageState } from '../../../local/storage-failure.ts';
import { createStore } from '../store.ts';

/** 'rebuilt': the database was damaged and is new; 'clock': the date is wrong by days. */
export type DeviceState = StorageState | 'rebuilt' | 'clock';

export const deviceState = createStore<DeviceState>('ok');

export function noteStorageWell(): void {
  const state = deviceState.get();
  if (state !== 'rebuilt' && state !== 'clock') deviceState.set('ok');
}
