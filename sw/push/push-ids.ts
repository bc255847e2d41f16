import { update } from 'idb-keyval';

import { PUSHED_IDS_KEY } from '../../contract/storage-keys.ts';

/** Push services repeat messages for up to a day, in which no user gets more than this. */
const KEPT = 50;

export async function notePushId(id: string): Promise<boolean> {
  let isNew = true;
  try {
    await update<readonly string[]>(PUSHED_IDS_KEY, (known = []) => {
      isNew = !known.includes(id);
      return isNew ? [...known, id].slice(-KEPT) : known;
    });
  } catch {
    // A duplicate notification is better than none.
  }
  return isNew;
}
