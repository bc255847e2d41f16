import { eq } from 'drizzle-orm';

import type { RegionKey } from '../../contract/region-table.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';

/** Keeps the region a user chose. */
export async function setUserRegion(db: Db, userId: number, region: RegionKey): Promise<void> {
  await db.update(users).set({ region }).where(eq(users.id, userId));
}
