import { useSyncExternalStore } from 'react';

import { LOCAL } from '../../contract/storage-keys.ts';

const HIDDEN = '1';
const listeners = new Set<() => void>();
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
  for (const listener of listeners) listener();
}

/** Whether the balance is hidden from people who look over one's shoulder. */
export const useBalanceIsHidden = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    current,
    () => false,
  );
