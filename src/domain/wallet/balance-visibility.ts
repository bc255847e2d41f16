import { useSyncExternalStore } from 'react';

import { LOCAL } from '../../../contract/storage-keys.ts';
import { createListeners } from '../../../local/listeners.ts';

const HIDDEN = '1';
const listeners = createListeners();
/** Undefined until the device was asked. */
let isHidden: boolean | undefined;

function readHidden(): boolean {
  try {
    return localStorage.getItem(LOCAL.hideBalance) === HIDDEN;
  } catch {
    return false;
  }
}

const current = (): boolean => (isHidden ??= readHidden());

/** Hides the balance or shows it again; this device remembers. */
export function toggleBalance(): void {
  isHidden = !current();
  try {
    if (isHidden) localStorage.setItem(LOCAL.hideBalance, HIDDEN);
    else localStorage.removeItem(LOCAL.hideBalance);
  } catch {
    // It holds until the page is closed.
  }
  listeners.notify();
}

/** Whether the balance is hidden from people who look over one's shoulder. */
export const useBalanceIsHidden = (): boolean =>
  useSyncExternalStore(listeners.add, current, () => false);
