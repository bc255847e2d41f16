import { useSyncExternalStore } from 'react';

import { LOCAL } from '../../../contract/storage-keys.ts';
import { readKey } from '../../platform/storage/small-keys.ts';
import { createListeners } from '../../platform/store.ts';

const HIDDEN = '1';
const listeners = createListeners();
/** Holds the choice until the page closes, where storage refuses it. */
let unsaved: boolean | undefined;

/** Each call reads the storage, because another tab or a sign-out may have changed it. */
const isHidden = (): boolean => unsaved ?? readKey(LOCAL.hideBalance) === HIDDEN;

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

export const useBalanceIsHidden = (): boolean =>
  useSyncExternalStore(follow, isHidden, () => false);
