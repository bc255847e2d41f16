import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { sessions } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';

/** Revokes one session; its token is worthless from here on. */
export async function logOut(deps: Deps, sessionId: number): Promise<void> {
  await deps.db
    .update(sessions)
    .set({ revokedAt: dateOf(deps.clock) })
    .where(eq(sessions.id, sessionId));
}
