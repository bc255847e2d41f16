import { useSyncExternalStore } from 'react';
import { createListeners } from '../../local/listeners.ts';
import { timeoutSignal } from '../../local/timeout-signal.ts';

/**
 * What the bar under the header shows. 'unreachable': the device has a network, but the server does not answer,
 * as with a bundle that is used up. 'back': it has just returned.
 */
export type Connectivity = 'online' | 'offline' | 'unreachable' | 'back';

/** A drop shorter than this is not shown: a bar that flickers does not help. */
const OFFLINE_AFTER_MS = 800;
const BACK_SHOWN_MS = 3_000;
const PROBE_TIMEOUT_MS = 8_000;
/** Between the first looks for a server that does not answer; each wait is twice as long, up to the longest. */
const FIRST_LOOK_MS = 4_000;
const LONGEST_LOOK_MS = 32_000;

export interface ConnectivityStore {
  subscribe(listener: () => void): () => void;
  getSnapshot(): Connectivity;
  /** A call got no answer although the device is online: looks whether the server is there. */
  doubt(): void;
  /** Calls `listener` whenever what failed for want of a network is worth another try. */
  onReturn(listener: () => void): () => void;
}

export interface ConnectivityDeps {
  /** Gives `online` and `offline`. */
  readonly target: Pick<EventTarget, 'addEventListener'>;
  readonly isOnline: () => boolean;
  /** Whether the server answers; does not reject. */
  readonly probe: () => Promise<boolean>;
}

/** Follows the network and the server behind it, calmed down for showing. */
export function createConnectivityStore(deps: ConnectivityDeps): ConnectivityStore {
  const { target, isOnline, probe } = deps;
  const [changed, returned] = [createListeners(), createListeners()];
  let state: Connectivity = isOnline() ? 'online' : 'offline';
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** The looking for the server that is under way. */
  let search: object | undefined;
  /** The device has said that it is online, which may be before a call gets through: one that failed is owed a try. */
  let isOwed = false;
  const become = (next: Connectivity): void => {
    state = next;
    changed.notify();
  };
  const comeBack = (): void => {
    become('back');
    timer = setTimeout(() => become('online'), BACK_SHOWN_MS);
  };
  const look = async (own: object, waitMs: number): Promise<void> => {
    const isFound = await probe();
    // The device has gone offline or online since.
    if (own !== search) return;
    if (!isFound) {
      clearTimeout(timer);
      if (state !== 'unreachable') become('unreachable');
      timer = setTimeout(() => void look(own, Math.min(2 * waitMs, LONGEST_LOOK_MS)), waitMs);
      return;
    }
    search = undefined;
    // One call failed and the server is there: nothing to tell, and nothing to repeat more than once.
    if (state === 'unreachable') comeBack();
    else if (!isOwed) return;
    isOwed = false;
    returned.notify();
  };
  const follow = (): void => {
    clearTimeout(timer);
    search = undefined;
    if (!isOnline()) {
      timer = setTimeout(() => become('offline'), OFFLINE_AFTER_MS);
      return;
    }
    if (state !== 'online') comeBack();
    isOwed = true;
    returned.notify();
  };
  target.addEventListener('online', follow);
  target.addEventListener('offline', follow);
  return {
    subscribe: changed.add,
    getSnapshot: () => state,
    doubt: () => {
      if (search || !isOnline()) return;
      search = {};
      void look(search, FIRST_LOOK_MS);
    },
    onReturn: returned.add,
  };
}

/** Asks for the least that only our own server answers: a login portal sends a page of its own. */
async function probeServer(): Promise<boolean> {
  try {
    const signal = timeoutSignal(PROBE_TIMEOUT_MS);
    const response = await fetch('/healthz', { cache: 'no-store', credentials: 'omit', signal });
    return response.headers.get('content-type')?.startsWith('application/json') === true;
  } catch {
    return false;
  }
}

let store: ConnectivityStore | undefined;
const browserStore = (): ConnectivityStore =>
  (store ??= createConnectivityStore({
    target: globalThis,
    isOnline: () => navigator.onLine,
    probe: probeServer,
  }));

/** Says that a call to the server got no answer. */
export const doubtConnection = (): void => browserStore().doubt();

/** Calls `listener` whenever the network, or the server behind it, has returned. @returns what ends that */
export const onNetworkReturn = (listener: () => void): (() => void) =>
  browserStore().onReturn(listener);

/** Whether the server can be asked, for showing. 'online' on the server. */
export const useConnectivity = (): Connectivity =>
  useSyncExternalStore(
    (listener) => browserStore().subscribe(listener),
    () => browserStore().getSnapshot(),
    () => 'online',
  );
