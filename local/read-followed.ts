import { promisifyRequest } from 'idb-keyval';

import { DATABASE_NAME } from '../contract/storage-keys.ts';
import { openPlainly } from './open-plainly.ts';
import type { VoucherRow } from './rows.ts';

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
