import { useSyncExternalStore } from 'react';

export function createListeners() {
  const listeners = new Set<() => void>();
  return {
    /** Fits `useSyncExternalStore` and returns the function that unsubscribes. */
    add: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    notify: (): void => {
      for (const listener of listeners) listener();
    },
  };
}

export type Store<T> = ReturnType<typeof createStore<T>>;

/** A value that lives outside of React. @param first also what the server renders */
export function createStore<T>(first: T) {
  const { add: subscribe, notify } = createListeners();
  let value = first;
  return {
    subscribe,
    get: (): T => value,
    getFirst: (): T => first,
    set: (next: T): void => {
      if (next === value) return;
      value = next;
      notify();
    },
  };
}

export const useStore = <T>({ subscribe, get, getFirst }: Store<T>): T =>
  useSyncExternalStore(subscribe, get, getFirst);
