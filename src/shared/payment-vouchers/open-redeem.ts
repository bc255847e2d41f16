import { createStore, useStore } from '../../platform/store.ts';

export interface GivenCode {
  /** '' when it is to be typed. */
  readonly code: string;
  readonly isToClaim: boolean;
  /** The ulid of one that was sent to the user, who needs no code. */
  readonly sent?: string | undefined;
}

const isOpen = createStore(false);
let given: GivenCode = { code: '', isToClaim: false };

function become(next: boolean, code = '', isToClaim = false, sent?: string): void {
  given = { code, isToClaim, sent };
  isOpen.set(next);
}

export const openRedeem = (): void => become(true);
export const claimCode = (code: string): void => become(true, code, true);
export const claimSent = (ulid: string): void => become(true, '', true, ulid);
export const fillCode = (code: string): void => become(true, code);
export const closeRedeem = (): void => become(false);

export const codeGiven = (): GivenCode => given;

export const useRedeemIsOpen = (): boolean => useStore(isOpen);
