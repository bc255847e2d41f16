import { lt, or } from 'drizzle-orm';

import { DAY_MS } from '../../contract/durations.ts';
import type { Deps } from '../deps.ts';
import {
  emailTokens,
  googleLogins,
  paces,
  passkeyChallenges,
  sessions,
} from '../db/schema/accounts.ts';
import { deleteInBatches } from '../db/delete-in-batches.ts';
import { deleteHits } from '../http/rate-limit.ts';
import { sweepKeys } from '../http/idempotency.ts';
import { deleteMails } from '../notifications/mail/mail-queue.ts';

/** The time allows for complaints. */
const RETENTION_MS = 30 * DAY_MS;
const USED_LINK_RETENTION_MS = 7 * DAY_MS;
/** The retention must be longer than any rate limit's window. */
const COUNT_RETENTION_MS = DAY_MS;

export async function sweep(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const nowMs = deps.clock.now();
  const now = new Date(nowMs);
  const longAgo = new Date(nowMs - RETENTION_MS);
  await deleteInBatches(deps.db, sessions, lt(sessions.expiresAt, longAgo));
  const isUseless = or(
    lt(emailTokens.expiresAt, longAgo),
    lt(emailTokens.usedAt, new Date(nowMs - USED_LINK_RETENTION_MS)),
  );
  await deleteInBatches(deps.db, emailTokens, isUseless);
  await deleteMails(deps.db, longAgo);
  await deleteInBatches(deps.db, googleLogins, lt(googleLogins.expiresAt, now));
  await deleteInBatches(deps.db, passkeyChallenges, lt(passkeyChallenges.expiresAt, now));
  await deleteInBatches(deps.db, paces, lt(paces.clearAt, now));
  await deleteHits(deps.db, new Date(nowMs - COUNT_RETENTION_MS));
  await sweepKeys(deps.db, nowMs);
}

export function registerAccountJobs(deps: Deps): void {
  deps.jobs.handle('sweep-accounts', () => sweep(deps), '23 3 * * *');
}
