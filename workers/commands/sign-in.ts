import type {
  LoginAnswer,
  LoginBody,
  RegisterAnswer,
  RegisterBody,
  User,
} from '../../contract/accounts.ts';
import { ok, type Result } from '../../contract/result.ts';
import { forgetOtherUsers, forgetUser } from '../../local/forget-user.ts';
import { SINGLE } from '../../local/rows.ts';
import { readSessionId, startSession } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { withWork, type OnWork } from '../work/with-work.ts';

export interface SignedIn {
  readonly user: User;
  /** The server's own words, when it had any. */
  readonly message?: string;
}

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

async function begin(ctx: WorkerContext, user: User, token: string): Promise<void> {
  // The last user did not sign out: what they left must not meet the next.
  if ((await readSessionId(ctx.db)) !== undefined) await forgetUser(ctx, 'expired');
  await ctx.keys.clearDraftOfOthers(user.id);
  // Token first: from the session on, every answer is written as this user's, so it must be asked as them.
  await ctx.keys.writeToken(token);
  try {
    await storeUser(ctx, user);
  } catch (error) {
    await ctx.keys.clear();
    throw error;
  }
  ctx.changes.bump();
}

/** @param onWork told when the network is so busy that signing in takes work */
export async function login(
  ctx: WorkerContext,
  body: LoginBody,
  onWork?: OnWork,
): Promise<Result<SignedIn>> {
  const answer = await withWork(
    (work) =>
      ctx.api.call<LoginAnswer>({
        method: 'POST',
        path: '/api/login',
        auth: 'none',
        body: { ...body, ...(work && { work }) },
        fallback: 'login_failed',
      }),
    onWork,
  );
  if (!answer.ok) return answer;
  const { user, token } = answer.value;
  await begin(ctx, user, token);
  return ok({ user });
}

/**
 * Signs up and signs in. A pending referral code goes along unless one is given, and is used up by success.
 * @param onWork told when the network is so busy that signing up takes work
 */
export async function register(
  ctx: WorkerContext,
  input: RegisterBody,
  onWork?: OnWork,
): Promise<Result<SignedIn>> {
  const pending = await ctx.keys.readPendingReferral();
  const answer = await withWork(
    (work) =>
      ctx.api.call<RegisterAnswer>({
        method: 'POST',
        path: '/register',
        auth: 'none',
        body: { ...(pending && { referral_code: pending }), ...input, ...(work && { work }) },
        fallback: 'signup_failed',
      }),
    onWork,
  );
  if (!answer.ok) return answer;
  const { user, token, message } = answer.value;
  await begin(ctx, user, token);
  await ctx.keys.clearPendingReferral();
  return ok({ user, message });
}
