import { createListeners } from '../../local/listeners.ts';

const listeners = createListeners();
let version = 0;

/** Rows are deleted without Dexie, so live queries also depend on this counter. */
export const outboxChanges = {
  subscribe: listeners.add,
  getSnapshot: (): number => version,
  notify: (): void => {
    version += 1;
    listeners.notify();
  },
};
