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
import { sweepKeys } from '../http/sweep-keys.ts';
import { deleteMails } from '../notifications/mail/mail-queue.ts';

const QUEUE = 'sweep-accounts';
const NIGHTLY = '23 3 * * *';
/** Dead sessions, links and sent mails stay this long for looking into complaints. */
const KEEP_MS = 30 * DAY_MS;
/** Links that have done their work. */
const KEEP_USED_MS = 7 * DAY_MS;
/** Longer than any window that is counted. */
const KEEP_COUNTS_MS = DAY_MS;

/**
 * Deletes what has outlived its use: sessions and links that expired or were used, mails, sign-ins at Google that did
 * not come back, challenges that no passkey has signed, counts of attempts, paces of networks that are quiet, first
 * answers.
 */
export async function sweep(deps: Pick<Deps, 'db' | 'clock'>): Promise<void> {
  const nowMs = deps.clock.now();
  const longAgo = new Date(nowMs - KEEP_MS);
  await deleteInBatches(deps.db, sessions, lt(sessions.expiresAt, longAgo));
  const isUseless = or(
    lt(emailTokens.expiresAt, longAgo),
    lt(emailTokens.usedAt, new Date(nowMs - KEEP_USED_MS)),
  );
  await deleteInBatches(deps.db, emailTokens, isUseless);
  await deleteMails(deps.db, longAgo);
  await deleteInBatches(deps.db, googleLogins, lt(googleLogins.expiresAt, new Date(nowMs)));
  await deleteInBatches(
    deps.db,
    passkeyChallenges,
    lt(passkeyChallenges.expiresAt, new Date(nowMs)),
  );
  await deleteInBatches(deps.db, paces, lt(paces.clearAt, new Date(nowMs)));
  await deleteHits(deps.db, new Date(nowMs - KEEP_COUNTS_MS));
  await sweepKeys(deps.db, nowMs);
}

export function registerAccountJobs(deps: Deps): void {
  deps.jobs.handle(QUEUE, () => sweep(deps), NIGHTLY);
}
