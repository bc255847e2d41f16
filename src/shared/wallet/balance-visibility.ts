import { useSyncExternalStore } from 'react';

import { LOCAL } from '../../../contract/storage-keys.ts';
import { readKey, writeKey } from '../../platform/storage/small-keys.ts';
import { createListeners } from '../../platform/store.ts';

const HIDDEN = '1';
const listeners = createListeners();
/** Holds the choice until the page closes, where storage refuses it. */
let unsaved: boolean | undefined;

/** Each call reads the storage, because another tab or a sign-out may have changed it. */
const isHidden = (): boolean => unsaved ?? readKey(LOCAL.hideBalance) === HIDDEN;

export function toggleBalance(): void {
  const next = !isHidden();
  writeKey(LOCAL.hideBalance, next ? HIDDEN : undefined);
  unsaved = undefined;
  if (isHidden() !== next) unsaved = next;
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
