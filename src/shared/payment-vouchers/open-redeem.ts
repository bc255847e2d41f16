import { useSyncExternalStore } from 'react';
import { createListeners } from '../../../local/listeners.ts';

export interface GivenCode {
  /** '' when it is to be typed. */
  readonly code: string;
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

export const openRedeem = (): void => become(true);
export const claimCode = (code: string): void => become(true, code, true);
export const fillCode = (code: string): void => become(true, code);
export const closeRedeem = (): void => become(false);

export const codeGiven = (): GivenCode => given;

export const useRedeemIsOpen = (): boolean =>
  useSyncExternalStore(
    listeners.add,
    () => isOpen,
    () => false,
  );
