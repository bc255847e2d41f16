import { useSyncExternalStore } from 'react';

let isOpen = false;
let givenCode = '';
const listeners = new Set<() => void>();

function become(next: boolean, code = ''): void {
  isOpen = next;
  givenCode = code;
  for (const listener of listeners) listener();
}

/** Opens the redeem sheet over whatever page is on screen. */
export const openRedeem = (): void => become(true);
/** Opens it and claims this code at once. */
export const claimCode = (code: string): void => become(true, code);
export const closeRedeem = (): void => become(false);

/** The code that the sheet was opened to claim; '' when it is to be typed. */
export const codeToClaim = (): string => givenCode;

export const useRedeemIsOpen = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => isOpen,
    () => false,
  );
