import { desc } from 'drizzle-orm';

import type { Proof } from '../../contract/rewards/trust.ts';
import type { Db } from '../db/database.ts';
import { bookProofs } from '../db/schema/trust.ts';

/** How the books stood when they were last proved; null before the first time. */
export async function readTrust(db: Db): Promise<Proof | null> {
  const [proof] = await db
    .select()
    .from(bookProofs)
    .orderBy(desc(bookProofs.provedAt), desc(bookProofs.id))
    .limit(1);
  if (!proof) return null;
  const { provedAt, isClean, tookMs, checks, money } = proof;
  return { proved_at: provedAt.toISOString(), is_clean: isClean, took_ms: tookMs, checks, money };
}
