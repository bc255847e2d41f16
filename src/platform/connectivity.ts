import { useSyncExternalStore } from 'react';
import { timeoutSignal } from '../../local/timeout-signal.ts';
import { createListeners, createStore } from './store.ts';

/** 'unreachable': the network works but the server does not answer; 'back': it has returned. */
export type Connectivity = 'online' | 'offline' | 'unreachable' | 'back';

/** A shorter interruption is not shown, so that the bar does not flicker. */
const OFFLINE_AFTER_MS = 800;
const BACK_SHOWN_MS = 3_000;
const PROBE_TIMEOUT_MS = 8_000;
const FIRST_LOOK_MS = 4_000;
const LONGEST_LOOK_MS = 32_000;

export interface ConnectivityDeps {
  readonly target: Pick<EventTarget, 'addEventListener'>;
  readonly isOnline: () => boolean;
  readonly probe: () => Promise<boolean>;
}

export function createConnectivityStore(deps: ConnectivityDeps) {
  const { target, isOnline, probe } = deps;
  const state = createStore<Connectivity>(isOnline() ? 'online' : 'offline');
  const returned = createListeners();
  let timer: ReturnType<typeof setTimeout> | undefined;
  let search: object | undefined;
  /** The `online` event may come before requests work, so a failed call is retried once. */
  let isOwed = false;
  const comeBack = (): void => {
    state.set('back');
    timer = setTimeout(() => state.set('online'), BACK_SHOWN_MS);
  };
  const look = async (own: object, waitMs: number): Promise<void> => {
    const isFound = await probe();
    if (own !== search) return;
    if (!isFound) {
      clearTimeout(timer);
      state.set('unreachable');
      timer = setTimeout(() => void look(own, Math.min(2 * waitMs, LONGEST_LOOK_MS)), waitMs);
      return;
    }
    search = undefined;
    if (state.get() === 'unreachable') comeBack();
    else if (!isOwed) return;
    isOwed = false;
    returned.notify();
  };
  const follow = (): void => {
    clearTimeout(timer);
    search = undefined;
    if (!isOnline()) {
      timer = setTimeout(() => state.set('offline'), OFFLINE_AFTER_MS);
      return;
    }
    if (state.get() !== 'online') comeBack();
    isOwed = true;
    returned.notify();
  };
  target.addEventListener('online', follow);
  target.addEventListener('offline', follow);
  return {
    state,
    doubt: () => {
      if (search || !isOnline()) return;
      search = {};
      void look(search, FIRST_LOOK_MS);
    },
    onReturn: returned.add,
  };
}

/** The request checks for our own answer, because a Wi-Fi login portal answers too. */
async function probeServer(): Promise<boolean> {
  try {
    const signal = timeoutSignal(PROBE_TIMEOUT_MS);
    const response = await fetch('/healthz', { cache: 'no-store', credentials: 'omit', signal });
    return response.headers.get('content-type')?.startsWith('application/json') === true;
  } catch {
    return false;
  }
}

let store: ReturnType<typeof createConnectivityStore> | undefined;
const browserStore = () =>
  (store ??= createConnectivityStore({
    target: globalThis,
    isOnline: () => navigator.onLine,
    probe: probeServer,
  }));

export const doubtConnection = (): void => browserStore().doubt();

/** Calls `listener` when the network or the server is back. @returns how to unsubscribe */
export const onNetworkReturn = (listener: () => void): (() => void) =>
  browserStore().onReturn(listener);

export const useConnectivity = (): Connectivity =>
  useSyncExternalStore(
    (listener) => browserStore().state.subscribe(listener),
    () => browserStore().state.get(),
    () => 'online',
  );
