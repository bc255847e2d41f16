import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../local/listeners.ts';

export interface GivenCode {
  /** '' when it is to be typed. */
  readonly code: string;
  /** Whether it is claimed at once. */
  readonly isToClaim: boolean;
}

let isOpen = false;
let given: GivenCode = { code: '', isToClaim: false };
const listeners = createListeners();

function become(next: boolean, code = '', isToClaim = false): void {
  isOpen = next;
  given = { code, isToClaim };
  listeners.notify();
}

/** Opens the redeem sheet over whatever page is on screen. */
export const openRedeem = (): void => become(true);
/** Opens it and claims this code at once. */
export const claimCode = (code: string): void => become(true, code, true);
/** Opens it with this code in it, for its reader to look at and claim. */
export const fillCode = (code: string): void => become(true, code);
export const closeRedeem = (): void => become(false);

/** The code that the sheet was opened with. */
export const codeGiven = (): GivenCode => given;

export const useRedeemIsOpen = (): boolean =>
  useSyncExternalStore(
    listeners.add,
    () => isOpen,
    () => false,
  );
