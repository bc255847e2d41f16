import type { GoodiesDatabase } from '../database.ts';
import { SINGLE, type UserRow } from '../rows.ts';

/** Who is signed in on this device; undefined when nobody is. */
export const readUser = (db: GoodiesDatabase): Promise<UserRow | undefined> => db.user.get(SINGLE);
