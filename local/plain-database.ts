import { promisifyRequest } from 'idb-keyval';

import { DATABASE_NAME } from '../contract/storage-keys.ts';
import type { VoucherRow } from './rows.ts';

/** Returns undefined if there is no database, because only Dexie may create it. */
export function openPlainly(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('success', () => {
      const db = request.result;
      // An open connection would block an upgrade or delete in another thread.
      db.addEventListener('versionchange', () => db.close());
      resolve(db);
    });
    request.addEventListener('error', () => {
      if (request.error?.name === 'AbortError') resolve(undefined);
      else reject(request.error ?? new Error(`${name} cannot be opened`));
    });
  });
}

export async function readFollowed(databaseName = DATABASE_NAME): Promise<readonly string[]> {
  const db = await openPlainly(databaseName);
  if (!db) return [];
  try {
    const store = db.transaction('vouchers').objectStore('vouchers');
    const rows = await promisifyRequest<VoucherRow[]>(store.getAll());
    return rows
      .filter(({ is_following: isFollowing, status }) => isFollowing && status === 'active')
      .sort((a, b) => b.fetchedAt - a.fetchedAt)
      .map(({ ulid }) => ulid);
  } finally {
    db.close();
  }
}
