import type { Dexie } from 'dexie';
import { classifyStorageError, type StorageFailure } from './storage-failure.ts';
import { createListeners } from './listeners.ts';

/**
 * How this thread's database fares.
 * 'blocked': another tab with older code holds it open; 'outdated': another tab has upgraded it, a reload
 * gets the code that fits. A database that the browser closes is reopened by its next use, so that is no
 * state.
 */
export type StorageState = 'ok' | 'blocked' | 'outdated' | StorageFailure;

export interface StorageStateStore {
  /** For `useSyncExternalStore`. */
  subscribe(listener: () => void): () => void;
  getSnapshot(): StorageState;
  /** Takes note of an error from a database call; others pass by. */
  report(error: unknown): void;
  /** A write went through: there is room again. */
  recovered(): void;
}

/** Watches a database for what its user has to know. */
export function watchStorage(db: Pick<Dexie, 'on'>): StorageStateStore {
  const listeners = createListeners();
  let state: StorageState = 'ok';
  const become = (next: StorageState): void => {
    if (next === state) return;
    state = next;
    listeners.notify();
  };
  db.on('blocked', () => become('blocked'));
  db.on('versionchange', () => become('outdated'));
  db.on('ready', () => {
    if (state === 'blocked') become('ok');
  });
  return {
    subscribe: listeners.add,
    getSnapshot: () => state,
    report: (error) => {
      const failure = classifyStorageError(error);
      if (failure) become(failure);
    },
    recovered: () => {
      if (state === 'full' || state === 'unavailable') become('ok');
    },
  };
}
