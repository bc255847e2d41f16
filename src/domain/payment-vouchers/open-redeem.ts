import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../local/listeners.ts';

let isOpen = false;
let givenCode = '';
const listeners = createListeners();

function become(next: boolean, code = ''): void {
  isOpen = next;
  givenCode = code;
  listeners.notify();
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
    listeners.add,
    () => isOpen,
    () => false,
  );
