import type { User } from '../contract/accounts.ts';
import { LOCKS } from '../contract/storage-keys.ts';
import { forgetOtherUsers, forgetUser } from '../local/forget-user.ts';
import { SINGLE } from '../local/rows.ts';
import { readSessionId, startSession } from '../local/session.ts';
import type { WorkerContext } from './context.ts';
import { withRoom } from './storage.ts';

/** Writes who is signed in. What was fetched for a visitor says nothing about them and is asked for anew. */
const storeUser = ({ db, now }: WorkerContext, user: User): Promise<void> =>
  db.transaction(
    'rw',
    [db.session, db.user, db.vouchers, db.outbox, db.pendingCommands],
    async () => {
      await forgetOtherUsers(db, user.id);
      await startSession(db);
      await db.user.put({ key: SINGLE, user, subscription: null, fetchedAt: now() });
      await db.vouchers.toCollection().modify((row: { detailFetchedAt?: number }) => {
        delete row.detailFetchedAt;
      });
    },
  );

async function replaceSession(ctx: WorkerContext, user: User, token: string): Promise<void> {
  if ((await readSessionId(ctx.db)) !== undefined) {
    const last = (await ctx.db.user.get(SINGLE))?.user.id;
    // The last user did not sign out: what they left must not meet the next.
    await forgetUser(ctx, 'expired');
    // Nor what the page and the service worker have of them, as the push messages of another user.
    if (last !== user.id) ctx.tell({ news: 'expired' });
  }
  await ctx.keys.clearDraftOfOthers(user.id);
  // Token first: from the session on, every answer is written as this user's, so it must be asked as them.
  await withRoom(ctx, () => ctx.keys.writeToken(token));
  try {
    await withRoom(ctx, () => storeUser(ctx, user));
  } catch (error) {
    await ctx.keys.clear();
    throw error;
  }
  ctx.changes.bump();
}

/** Begins a user's session on this device, instead of whatever was here. */
export const beginSession = (ctx: WorkerContext, user: User, token: string): Promise<void> =>
  ctx.locks.request(LOCKS.session, () => replaceSession(ctx, user, token));
