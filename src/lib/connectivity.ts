import { useSyncExternalStore } from 'react';

/** What the bar under the header shows. 'back': the network has just returned. */
export type Connectivity = 'online' | 'offline' | 'back';

/** A drop shorter than this is not shown: a bar that flickers helps nobody. */
const OFFLINE_AFTER_MS = 800;
const BACK_SHOWN_MS = 3_000;

export interface ConnectivityStore {
  subscribe(listener: () => void): () => void;
  getSnapshot(): Connectivity;
}

/** Follows `online` and `offline` of `target`, calmed down for showing. */
export function createConnectivityStore(
  target: Pick<EventTarget, 'addEventListener'>,
  isOnline: () => boolean,
): ConnectivityStore {
  const listeners = new Set<() => void>();
  let state: Connectivity = 'online';
  let timer: ReturnType<typeof setTimeout> | undefined;
  const become = (next: Connectivity): void => {
    state = next;
    for (const listener of listeners) listener();
  };
  const follow = (): void => {
    clearTimeout(timer);
    if (!isOnline()) {
      timer = setTimeout(() => become('offline'), OFFLINE_AFTER_MS);
      return;
    }
    if (state === 'online') return;
    become('back');
    timer = setTimeout(() => become('online'), BACK_SHOWN_MS);
  };
  target.addEventListener('online', follow);
  target.addEventListener('offline', follow);
  if (!isOnline()) follow();
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    getSnapshot: () => state,
  };
}

let store: ConnectivityStore | undefined;
const browserStore = (): ConnectivityStore =>
  (store ??= createConnectivityStore(globalThis, () => navigator.onLine));

/** Whether the device is online, for showing. 'online' on the server. */
export const useConnectivity = (): Connectivity =>
  useSyncExternalStore(
    (listener) => browserStore().subscribe(listener),
    () => browserStore().getSnapshot(),
    () => 'online',
  );
