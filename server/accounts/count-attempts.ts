import { setTimeout as delay } from 'node:timers/promises';

import { MINUTE_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { keepPace, type Attempt } from './keep-pace.ts';
import { networkOf } from '../http/network-of.ts';
import { addHits, countHit, forgetHits, type Limit } from '../http/rate-limit.ts';

/** Longer than looking up an account, making a token and queueing a mail take. */
const EVEN_ANSWER_MS = 250;

/** What people do without being signed in, each with its limit by account and network. */
const LIMITS = {
  register: { hits: 10, windowMs: 60 * MINUTE_MS },
  resend: { hits: 5, windowMs: 15 * MINUTE_MS },
  forgot: { hits: 5, windowMs: 15 * MINUTE_MS },
  reset: { hits: 30, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

/** Far above what a person needs. Each change mails the account's address, which may be another person's. */
const CHANGES = { hits: 10, windowMs: 60 * MINUTE_MS };

export const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
/** Passwords that may be wrong for an account in a row: from one network, from all of them, and with one link. */
const LOGIN_MAX = { network: 10, everywhere: 30, link: 10 };

type Action = keyof typeof LIMITS;
type LimitedDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;
type PacedDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'secrets'>;

export interface AccountAttempt extends Omit<Attempt, 'subject'> {
  /** E-mail or username, as typed; for a reset its link's token. */
  readonly account: string;
  /** What alone the work is good for; the account unless said. */
  readonly subject?: string;
}

/**
 * Counts an attempt against the caller's network, which takes work where there are many of it, and against the
 * account it names (known or not) as far as it comes from there. What others do in a user's name elsewhere is
 * not counted against that person.
 * @throws AppError `work_required`; `too_many_requests` for an account with too many attempts from there.
 */
export async function countAttempt(
  deps: PacedDeps,
  action: Action,
  { account, subject = account, ...from }: AccountAttempt,
): Promise<void> {
  await keepPace(deps, action, { subject, ...from });
  const key = keyOf(deps, `${action}:account`, `${account}\n${networkOf(from.address)}`);
  await countHit(deps.db, key, LIMITS[action], deps.clock.now());
}

/** A caller's tries at an account's password. */
export type PasswordTries = Pick<AccountAttempt, 'account' | 'address'>;

/**
 * What tries at a user's password count against: at the log-in, where anybody tries, and by who is signed in, whom
 * those of strangers must not keep from it.
 */
export const countsOf = (userId: number) =>
  ({ logIn: `id:${userId}`, session: `session:${userId}` }) as const;

/**
 * Counts a try at a password.
 * @returns whether it may be looked at; if not, the account's owner is to confirm by mail that it is them.
 * @throws AppError `work_required`.
 */
export async function countLogin(
  deps: PacedDeps,
  { subject, work, ...tries }: AccountAttempt,
): Promise<boolean> {
  await keepPace(deps, 'login', {
    subject: subject ?? tries.account,
    address: tries.address,
    work,
  });
  return countPasswordTry(deps, tries);
}

/**
 * Counts a try at the password of an account alone, whatever else its network does.
 * @returns whether it may be looked at
 */
export async function countPasswordTry(deps: LimitedDeps, tries: PasswordTries): Promise<boolean> {
  const keys = passwordKeys(deps, tries);
  const [here = 0, everywhere = 0] = await addHits(
    deps.db,
    keys,
    LOGIN_WINDOW_MS,
    deps.clock.now(),
    true,
  );
  return here < LOGIN_MAX.network && everywhere < LOGIN_MAX.everywhere;
}

/**
 * Counts a try at a password that comes with a link which was mailed to the account's owner.
 * @returns whether it may be looked at
 */
export async function countLoginWithLink(deps: LimitedDeps, token: string): Promise<boolean> {
  const keys = [keyOf(deps, 'login:link', token)];
  const [tries = 0] = await addHits(deps.db, keys, LOGIN_WINDOW_MS, deps.clock.now(), true);
  return tries < LOGIN_MAX.link;
}

/** Forgets the tries at a user's password once one was right: only failures in a row count. */
export const forgetTries = (
  deps: LimitedDeps,
  { userId, address }: { readonly userId: number; readonly address: string },
): Promise<void> =>
  forgetHits(
    deps.db,
    Object.values(countsOf(userId)).flatMap((account) => passwordKeys(deps, { account, address })),
  );

const changesKey = (userId: number): string => `guards:user:${userId}`;

/**
 * Counts a change of what guards an account: its password, address, PIN or passkeys.
 * @throws AppError `too_many_requests`
 */
export const countChange = ({ db, clock }: LimitedDeps, userId: number): Promise<void> =>
  countHit(db, changesKey(userId), CHANGES, clock.now());

/** Forgets what was changed before the owner chose a new password by mail: it may have been a thief. */
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

/** Runs `work` and answers at the same time whatever it found, so that the time tells nothing. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(EVEN_ANSWER_MS)]);
  return result;
}
