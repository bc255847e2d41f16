import { useSyncExternalStore } from 'react';

let isOpen = false;
const listeners = new Set<() => void>();

function become(next: boolean): void {
  isOpen = next;
  for (const listener of listeners) listener();
}

/** Opens the redeem sheet over whatever page is on screen. */
export const openRedeem = (): void => become(true);
export const closeRedeem = (): void => become(false);

export const useRedeemIsOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
