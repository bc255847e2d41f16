import { lt } from 'drizzle-orm';

import type { Deps } from '../deps.ts';
import { emailTokens, sessions } from '../db/schema/accounts.ts';
import { deleteHits } from '../http/rate-limit.ts';
import { deleteMails } from '../mail/mail-queue.ts';

const QUEUE = 'sweep-accounts';
const NIGHTLY = '23 3 * * *';
const DAY_MS = 86_400_000;
/** Dead sessions, links and sent mails stay this long for looking into complaints. */
const KEEP_MS = 30 * DAY_MS;
/** Longer than any window that is counted. */
const KEEP_COUNTS_MS = DAY_MS;

/** Deletes what has outlived its use: sessions and links that expired, mails, and counts of attempts. */
export async function sweep(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const nowMs = deps.clock.now();
  const longAgo = new Date(nowMs - KEEP_MS);
  await deps.db.delete(sessions).where(lt(sessions.expiresAt, longAgo));
  await deps.db.delete(emailTokens).where(lt(emailTokens.expiresAt, longAgo));
  await deleteMails(deps.db, longAgo);
  await deleteHits(deps.db, new Date(nowMs - KEEP_COUNTS_MS));
}

export function registerAccountJobs(deps: Deps): void {
  deps.jobs.handle(QUEUE, () => sweep(deps));
  deps.jobs.schedule(QUEUE, NIGHTLY);
}
