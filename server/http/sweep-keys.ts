import { lt } from 'drizzle-orm';

import { IDEMPOTENCY_KEEP_MS } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { idempotencyKeys } from '../db/schema/http.ts';

export async function sweepKeys(db: Db, nowMs: number): Promise<void> {
  const before = new Date(nowMs - IDEMPOTENCY_KEEP_MS);
  await deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, before));
}
