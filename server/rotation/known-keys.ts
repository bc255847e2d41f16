import { sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { secretKeys } from '../db/schema/rotation.ts';

export type KnownKey = typeof secretKeys.$inferSelect;

const KEYS_LOCK = 7_064_301;

/** The keys that a database is sealed with; no other node changes them until the transaction ends. */
export async function lockKnownKeys(tx: Db): Promise<KnownKey[]> {
  await tx.execute(sql`select pg_advisory_xact_lock(${KEYS_LOCK})`);
  return tx.select().from(secretKeys);
}
