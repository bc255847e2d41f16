import { eq, and, isNotNull, isNull, lte, or, sql } from 'drizzle-orm';

import { hasChanged } from '../db/query-rows.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { passwordMatches } from './passwords.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import {
  withIdempotencyKey,
  type Answer,
  wasAnswered,
  type RequestKey,
} from '../http/idempotency.ts';
import type { OwnerProof } from '../../contract/common.ts';
import { PIN_TRIES_MAX } from '../../contract/constants.ts';
import { checkPasskey, hasPasskey, type SpendProof } from './passkeys/check-passkey.ts';
import { assertMoneyMayLeave, lockOutgoing } from './outgoing-pause.ts';
import { HOUR_MS, MINUTE_MS } from '../../contract/durations.ts';

export const PIN_LOCK_MS = HOUR_MS;

/**
 * A repeated request key gets the first answer, whatever its proof.
 * @throws AppError `outgoing_paused`, `account_frozen`, and those of `requirePin`
 */
export async function takeOut<T>(
  deps: PinDeps,
  outgoing: Outgoing,
  move: (tx: Db, now: Date) => Promise<Answer<T>>,
): Promise<Answer<T>> {
  const spendProof = await requirePin(deps, outgoing).catch(async (refusal: unknown) => {
    // Nobody is asked for a PIN only to hear then that no money may leave.
    await assertMoneyMayLeave(deps.db, outgoing.userId, dateOf(deps.clock));
    throw refusal;
  });
  const now = dateOf(deps.clock);
  return withIdempotencyKey(deps.db, outgoing.requestKey, now, async (tx) => {
    await lockOutgoing(tx, outgoing.userId, now);
    await spendProof(tx, now);
    return move(tx, now);
  });
}

/**
 * Concurrent right PINs on one node must not count as too many; the database enforces the limit.
 */
const serialize = createOneByOne();

export type PinDeps = Pick<Deps, 'db' | 'clock' | 'config'>;

export interface Outgoing {
  readonly userId: number;
  readonly proof: OwnerProof;
  /** A replayed request gets its first answer, even if the PIN has changed. */
  readonly requestKey: RequestKey | undefined;
  readonly isPinNeeded?: boolean;
}

const nothingToUse: SpendProof = () => Promise.resolve();

/**
 * Counts a PIN try before the transaction, because a rollback would undo the count.
 * @returns uses the proof up; call it inside the transaction, with the user locked
 * @throws AppError `pin_needed`, `pin_required`, `pin_wrong` with `tries_left`, `pin_locked`,
 * `passkey_required`, `passkey_refused`
 */
export async function requirePin(deps: PinDeps, outgoing: Outgoing): Promise<SpendProof> {
  const checked = await checkProof(deps, outgoing);
  if (!(checked instanceof AppError)) return checked;
  if (!(await wasAnswered(deps.db, outgoing.requestKey, dateOf(deps.clock)))) throw checked;
  // If the stored answer has expired by then, this is a new request and is refused.
  return () => Promise.reject(checked);
}

async function checkProof(deps: PinDeps, outgoing: Outgoing): Promise<SpendProof | AppError> {
  const { userId, proof } = outgoing;
  const { pin, passkey } = proof;
  // A passkey cannot be guessed, so a locked PIN does not block it.
  if (passkey !== undefined)
    return (await checkPasskey(deps, userId, passkey)) ?? new AppError('passkey_refused');
  const refusal =
    pin === undefined
      ? await refuseWithoutProof(deps, outgoing)
      : await serialize(userId, () => tryPin(deps, pin, outgoing));
  return refusal ?? nothingToUse;
}

async function refuseWithoutProof(
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
  const counted = await countTry(deps, outgoing.userId);
  if (!counted) {
    const refusal = await refuseWithoutProof(deps, outgoing);
    // The lock ended or began between the two statements.
    return refusal?.code === 'pin_required' ? tryPin(deps, pin, outgoing) : refusal;
  }
  const isRight = await passwordMatches(counted.pinHash, pin, 'user');
  if (isRight && (await forgetTries(deps, outgoing.userId, counted))) return undefined;
  if (counted.tries >= PIN_TRIES_MAX)
    return locked(new Date(deps.clock.now() + PIN_LOCK_MS), dateOf(deps.clock));
  const left = PIN_TRIES_MAX - counted.tries;
  return new AppError('pin_wrong', { values: { left }, details: { tries_left: left } });
}

interface CountedTry {
  readonly pinHash: string | null;
  readonly tries: number;
}

/** Counts before the PIN is compared, so that a crash does not give a free try. */
async function countTry({ db, clock }: PinDeps, userId: number): Promise<CountedTry | undefined> {
  const now = dateOf(clock);
  const until = new Date(now.getTime() + PIN_LOCK_MS).toISOString();
  const [counted] = await db
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
  return counted;
}

/** @returns whether the PIN is still the same; tries that were counted after this one stay */
function forgetTries(
  { db }: PinDeps,
  userId: number,
  { pinHash, tries }: CountedTry,
): Promise<boolean> {
  const pinTries = sql`greatest(${users.pinTries} - ${tries}::int, 0)`;
  const isSame = and(eq(users.id, userId), eq(users.pinHash, pinHash ?? ''));
  return hasChanged(db.update(users).set({ pinTries, pinLockedUntil: null }).where(isSame));
}

const locked = (until: Date, now: Date): AppError => {
  const ms = until.getTime() - now.getTime();
  return new AppError('pin_locked', {
    values: { minutes: Math.ceil(ms / MINUTE_MS) },
    retryAfterSeconds: ms / 1000,
    details: { locked_until: until.toISOString() },
  });
};

/** Runs work of one key after what came before it for the same key; work of other keys does not wait. */
export function createOneByOne() {
  const lastOf = new Map<unknown, Promise<unknown>>();
  return async <T>(key: unknown, work: () => Promise<T>): Promise<T> => {
    const mine = (lastOf.get(key) ?? Promise.resolve()).then(work);
    const end = mine.catch(() => undefined);
    lastOf.set(key, end);
    try {
      return await mine;
    } finally {
      if (lastOf.get(key) === end) lastOf.delete(key);
    }
  };
}
