import { promisifyRequest } from 'idb-keyval';

import { DATABASE_NAME } from '../contract/storage-keys.ts';
import type { VoucherRow } from './rows.ts';

/** The device's database as it stands, without Dexie; undefined where there is none yet, which only Dexie may make. */
export function openPlainly(name: string): Promise<IDBDatabase | undefined> {
  return new Promise((resolve, reject) => {
    const request = indexedDB.open(name);
    request.addEventListener('upgradeneeded', () => request.transaction?.abort());
    request.addEventListener('success', () => {
      const db = request.result;
      // Another thread upgrades or deletes the database: it must not wait for this one.
      db.addEventListener('versionchange', () => db.close());
      resolve(db);
    });
    request.addEventListener('error', () => {
      if (request.error?.name === 'AbortError') resolve(undefined);
      else reject(request.error ?? new Error(`${name} cannot be opened`));
    });
  });
}

/** The ulids of open giveaways that the user of this device follows, as far as it knows, those seen last first. */
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
