import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { sessions } from '../db/schema/accounts.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { forgetPushToken } from '../notifications/push/save-push-token.ts';

/** Revokes one session: its token is worthless from here on, and nothing is pushed to its device any more. */
export async function logOut(deps: Deps, sessionId: number): Promise<void> {
  await inTransaction(deps.db, async (tx) => {
    await tx
      .update(sessions)
      .set({ revokedAt: dateOf(deps.clock) })
      .where(eq(sessions.id, sessionId));
    await forgetPushToken(tx, sessionId);
  });
}
