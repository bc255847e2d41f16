import { createListeners } from '../../local/listeners.ts';

const listeners = createListeners();
let version = 0;

/**
 * Counts how often rows have left the outbox: they are deleted without Dexie, so that a live query of the
 * outbox has to depend on this. For `useSyncExternalStore`.
 */
export const outboxChanges = {
  subscribe: listeners.add,
  getSnapshot: (): number => version,
  /** To be called when rows were sent. */
  notify: (): void => {
    version += 1;
    listeners.notify();
  },
};
