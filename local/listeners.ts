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
