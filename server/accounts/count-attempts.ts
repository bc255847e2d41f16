import { setTimeout as delay } from 'node:timers/promises';

import { MINUTE_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { throttleNetwork, type Attempt } from './throttle-network.ts';
import { networkOf } from '../http/network-of.ts';
import { addHits, countHit, forgetHits, type Limit } from '../http/rate-limit.ts';

/** The time is longer than an account look-up, a token and a queued mail take. */
const EVEN_TIMING_MS = 250;

const LIMITS = {
  register: { hits: 10, windowMs: 60 * MINUTE_MS },
  resend: { hits: 5, windowMs: 15 * MINUTE_MS },
  forgot: { hits: 5, windowMs: 15 * MINUTE_MS },
  reset: { hits: 30, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

/** Each change mails an address that may belong to another person. */
const CHANGES = { hits: 10, windowMs: 60 * MINUTE_MS };

export const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
/** Only wrong passwords in a row count. */
const LOGIN_MAX = { network: 10, everywhere: 30, link: 10 };

type Action = keyof typeof LIMITS;
type LimitedDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;
type PacedDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>;

export interface AccountAttempt extends Omit<Attempt, 'subject'> {
  /** E-mail or username as typed, or the token of a reset link. */
  readonly account: string;
  /** What the proof of work is bound to; the account by default. */
  readonly subject?: string;
}

/**
 * Also counts the account per network, so that attackers cannot lock the owner out.
 * @throws AppError `work_required`, `too_many_requests`
 */
export async function countAttempt(
  deps: PacedDeps,
  action: Action,
  { account, subject = account, ...from }: AccountAttempt,
): Promise<void> {
  await throttleNetwork(deps, action, { subject, ...from });
  const key = keyOf(deps, `${action}:account`, `${account}\n${networkOf(from.address)}`);
  await countHit(deps.db, key, LIMITS[action], deps.clock.now());
}

export type PasswordTries = Pick<AccountAttempt, 'account' | 'address'>;

/**
 * A signed-in user has a separate counter, so that failed sign-ins of strangers do not block them.
 */
export const countsOf = (userId: number) =>
  ({ logIn: `id:${userId}`, session: `session:${userId}` }) as const;

/** @returns whether the password may be checked; if not, the owner gets a sign-in link by mail */
export async function countLogin(
  deps: PacedDeps,
  { subject, work, ...tries }: AccountAttempt,
): Promise<boolean> {
  await throttleNetwork(deps, 'login', {
    subject: subject ?? tries.account,
    address: tries.address,
    work,
  });
  return countPasswordTry(deps, tries);
}

export async function countPasswordTry(deps: LimitedDeps, tries: PasswordTries): Promise<boolean> {
  const keys = passwordKeys(deps, tries);
  const [here = 0, everywhere = 0] = await addHits(
    deps.db,
    keys,
    LOGIN_WINDOW_MS,
    deps.clock.now(),
  );
  return here < LOGIN_MAX.network && everywhere < LOGIN_MAX.everywhere;
}

export async function countLoginWithLink(deps: LimitedDeps, token: string): Promise<boolean> {
  const keys = [keyOf(deps, 'login:link', token)];
  const [tries = 0] = await addHits(deps.db, keys, LOGIN_WINDOW_MS, deps.clock.now());
  return tries < LOGIN_MAX.link;
}

export const forgetTries = (
  deps: LimitedDeps,
  { userId, address }: { readonly userId: number; readonly address: string },
): Promise<void> =>
  forgetHits(
    deps.db,
    Object.values(countsOf(userId)).flatMap((account) => passwordKeys(deps, { account, address })),
  );

const changesKey = (userId: number): string => `guards:user:${userId}`;

export const countChange = ({ db, clock }: LimitedDeps, userId: number): Promise<void> =>
  countHit(db, changesKey(userId), CHANGES, clock.now());

/** A reset by mail calls it, because the changes before may have been made by a thief. */
export const forgetChanges = (tx: Db, userId: number): Promise<void> =>
  forgetHits(tx, [changesKey(userId)]);

function passwordKeys(deps: LimitedDeps, { account, address }: PasswordTries): string[] {
  return [
    keyOf(deps, 'login:account', `${account}\n${networkOf(address)}`),
    keyOf(deps, 'login:account', account),
  ];
}

function keyOf(deps: LimitedDeps, kind: string, value: string): string {
  return `${kind}:${deps.secrets.lookupHash(value.toLowerCase(), 'rate-limit')}`;
}

/** Waits for a fixed time, so that timing does not leak the result. */
export async function withEvenTiming<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(EVEN_TIMING_MS)]);
  return result;
}
