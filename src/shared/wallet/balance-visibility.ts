import { useSyncExternalStore } from 'react';

import { LOCAL } from '../../../contract/storage-keys.ts';
import { createListeners } from '../../../local/listeners.ts';

const HIDDEN = '1';
const listeners = createListeners();
/** What the device refused to remember holds until the page is closed. */
let unsaved: boolean | undefined;

/** Read each time: another tab may have changed it, and who signs out takes it along. */
function isHidden(): boolean {
  try {
    return unsaved ?? localStorage.getItem(LOCAL.hideBalance) === HIDDEN;
  } catch {
    return false;
  }
}

/** Hides the balance or shows it again; this device remembers. */
export function toggleBalance(): void {
  const next = !isHidden();
  unsaved = undefined;
  try {
    if (next) localStorage.setItem(LOCAL.hideBalance, HIDDEN);
    else localStorage.removeItem(LOCAL.hideBalance);
  } catch {
    unsaved = next;
  }
  listeners.notify();
}

function follow(heard: () => void): () => void {
  const stop = listeners.add(heard);
  addEventListener('storage', heard);
  return () => {
    stop();
    removeEventListener('storage', heard);
  };
}

/** Whether the balance is hidden from people who look over one's shoulder. */
export const useBalanceIsHidden = (): boolean =>
  useSyncExternalStore(follow, isHidden, () => false);
