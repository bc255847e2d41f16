import { and, eq, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

import type { OwnerProof } from '../../../contract/common.ts';
import { PIN_LOCK_MS, PIN_TRIES_MAX } from '../../../contract/constants.ts';
import { dateOf } from '../../clock.ts';
import { users } from '../../db/schema/accounts.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { wasAnswered, type RequestKey } from '../../http/idempotency.ts';
import { createOneByOne } from '../../lib/one-by-one.ts';
import { checkPasskey, type SpendProof } from '../passkeys/check-passkey.ts';
import { hasPasskey } from '../passkeys/own-passkeys.ts';
import { passwordMatches } from '../passwords.ts';

const MINUTE_MS = 60_000;

/**
 * On one node the tries of a user follow one another, so that right ones at the same moment are not taken for too
 * many. That is for the user's sake alone: what holds against a guesser is the count in the database.
 */
const inRow = createOneByOne<number>();

export type PinDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

/** Money that a user asks to take out. */
export interface Outgoing {
  readonly userId: number;
  /** What shows that it is the user: what was typed, or what a passkey has signed; empty where the request has none. */
  readonly proof: OwnerProof;
  /** A request that was answered before gets that answer, whatever the PIN is now. */
  readonly requestKey: RequestKey | undefined;
  /** Whether it takes a user who has chosen a PIN or a passkey. Without, a user who has none is asked for none. */
  readonly isPinNeeded?: boolean;
}

const nothingToSpend: SpendProof = () => Promise.resolve();

/**
 * Lets money out of a wallet only with the user's PIN, or a passkey of theirs. To be called before the transaction that
 * moves it: a try at a PIN is counted in a statement of its own, which stays whatever becomes of the rest, and before
 * it is looked at. `takeOut` does both.
 * @returns what uses the proof up, to be called inside that transaction before anything is moved
 * @throws AppError `pin_needed`, `pin_required`, `pin_wrong` with `tries_left`, `pin_locked`, `passkey_required`,
 * `passkey_refused`
 */
export async function requirePin(deps: PinDeps, outgoing: Outgoing): Promise<SpendProof> {
  const judged = await judge(deps, outgoing);
  if (!(judged instanceof AppError)) return judged;
  if (!(await wasAnswered(deps.db, outgoing.requestKey, dateOf(deps.clock)))) throw judged;
  // Only its first answer is for it: should that be forgotten by then, it is a new request.
  return () => Promise.reject(judged);
}

async function judge(deps: PinDeps, outgoing: Outgoing): Promise<SpendProof | AppError> {
  const { userId, proof } = outgoing;
  const { pin, passkey } = proof;
  // A passkey cannot be guessed, so a locked PIN does not lock it.
  if (passkey !== undefined)
    return (await checkPasskey(deps, userId, passkey)) ?? new AppError('passkey_refused');
  const refusal =
    pin === undefined
      ? await refuseWithout(deps, outgoing)
      : await inRow(userId, () => tryPin(deps, pin, outgoing));
  return refusal ?? nothingToSpend;
}

/** What stands against a request without any proof. */
async function refuseWithout(
  { db, clock }: PinDeps,
  { userId, isPinNeeded }: Outgoing,
): Promise<AppError | undefined> {
  const [user] = await db
    .select({ pinHash: users.pinHash, pinLockedUntil: users.pinLockedUntil })
    .from(users)
    .where(eq(users.id, userId));
  if (!user) return new AppError('unauthenticated');
  if (user.pinHash === null) {
    if (await hasPasskey(db, userId)) return new AppError('passkey_required');
    return isPinNeeded ? new AppError('pin_needed') : undefined;
  }
  const { pinLockedUntil } = user;
  const now = dateOf(clock);
  return pinLockedUntil && pinLockedUntil > now
    ? locked(pinLockedUntil, now)
    : new AppError('pin_required');
}

async function tryPin(
  deps: PinDeps,
  pin: string,
  outgoing: Outgoing,
): Promise<AppError | undefined> {
  const taken = await takeTry(deps, outgoing.userId);
  if (!taken) {
    const refusal = await refuseWithout(deps, outgoing);
    // A lock that ended, or began, between the two statements.
    return refusal?.code === 'pin_required' ? tryPin(deps, pin, outgoing) : refusal;
  }
  const isRight = await passwordMatches(taken.pinHash, pin, 'user');
  if (isRight && (await forgetTries(deps, outgoing.userId, taken))) return undefined;
  if (taken.tries >= PIN_TRIES_MAX)
    return locked(new Date(deps.clock.now() + PIN_LOCK_MS), dateOf(deps.clock));
  const left = PIN_TRIES_MAX - taken.tries;
  return new AppError('pin_wrong', { values: { left }, details: { tries_left: left } });
}

interface TakenTry {
  readonly pinHash: string | null;
  /** Which one it is since the last right one. */
  readonly tries: number;
}

/**
 * Counts a try, in one statement under the lock of the user's row; the last one that is left locks the PIN before it
 * is looked at, so a crash leaves it locked, not open.
 * @returns undefined where there is no PIN, or it is locked
 */
async function takeTry({ db, clock }: PinDeps, userId: number): Promise<TakenTry | undefined> {
  const now = dateOf(clock);
  const until = new Date(now.getTime() + PIN_LOCK_MS).toISOString();
  const [taken] = await db
    .update(users)
    .set({
      pinTries: sql`case when ${users.pinLockedUntil} is null then ${users.pinTries} + 1 else 1 end`,
      pinLockedUntil: sql`case when ${users.pinLockedUntil} is null and ${users.pinTries} + 1 >= ${PIN_TRIES_MAX}
        then ${until}::timestamptz end`,
    })
    .where(
      and(
        eq(users.id, userId),
        isNotNull(users.pinHash),
        or(isNull(users.pinLockedUntil), lte(users.pinLockedUntil, now)),
      ),
    )
    .returning({ pinHash: users.pinHash, tries: users.pinTries });
  return taken;
}

/**
 * Takes back a try that was right, and those before it; what was tried after it stays counted.
 * @returns whether the PIN is still the one that was compared
 */
async function forgetTries(
  { db }: PinDeps,
  userId: number,
  { pinHash, tries }: TakenTry,
): Promise<boolean> {
  const [user] = await db
    .update(users)
    .set({
      pinTries: sql`greatest(${users.pinTries} - ${tries}::int, 0)`,
      pinLockedUntil: null,
    })
    .where(and(eq(users.id, userId), eq(users.pinHash, pinHash ?? '')))
    .returning({ id: users.id });
  return user !== undefined;
}

const locked = (until: Date, now: Date): AppError => {
  const ms = until.getTime() - now.getTime();
  return new AppError('pin_locked', {
    values: { minutes: Math.ceil(ms / MINUTE_MS) },
    retryAfterSeconds: ms / 1000,
  });
};
