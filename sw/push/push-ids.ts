import { update } from 'idb-keyval';

import { PUSHED_IDS_KEY } from '../../contract/storage-keys.ts';

/** A push service that was not sure repeats a message within a day; no user gets more in that time. */
const KEPT = 50;

/** Notes the id of a push message on the device. @returns whether it is new; true also where nothing can be noted */
export async function notePushId(id: string): Promise<boolean> {
  let isNew = true;
  try {
    await update<readonly string[]>(PUSHED_IDS_KEY, (known = []) => {
      isNew = !known.includes(id);
      return isNew ? [...known, id].slice(-KEPT) : known;
    });
  } catch {
    // Shown twice is better than not at all.
  }
  return isNew;
}
