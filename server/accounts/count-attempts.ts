import { setTimeout as delay } from 'node:timers/promises';

import { MINUTE_MS } from '../../contract/durations.ts';
import type { Deps } from '../deps.ts';
import { networkOf } from '../http/network-of.ts';
import { addHits, countHit, forgetHits, hitsInWindow, type Limit } from '../http/rate-limit.ts';

const ADDRESS_WINDOW_MS = 10 * MINUTE_MS;
/** Requests of one address in a window that are answered at full speed: a campus may share it. */
const ADDRESS_FREE_HITS = 300;
const DELAY_PER_HIT_MS = 20;
const MAX_DELAY_MS = 3_000;
/** Longer than looking up an account, making a token and queueing a mail take. */
const EVEN_ANSWER_MS = 250;

/** What people do without being signed in, each with its limit by account and network. */
const LIMITS = {
  register: { hits: 10, windowMs: 60 * MINUTE_MS },
  resend: { hits: 5, windowMs: 15 * MINUTE_MS },
  forgot: { hits: 5, windowMs: 15 * MINUTE_MS },
  reset: { hits: 30, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

export const LOGIN_WINDOW_MS = 15 * MINUTE_MS;
/** Passwords that may be wrong for an account in a row: from one network, from all of them, and with one link. */
const LOGIN_MAX = { network: 10, everywhere: 30, link: 10 };

type Action = keyof typeof LIMITS;
type LimitedDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/**
 * Counts an attempt against the account it names (known or not) as far as it comes from the caller's network,
 * and against the network. What others do in somebody's name elsewhere is not counted against that person.
 * Many people share a network, so that alone never refuses a request: past the free hits it only gets slower.
 * @param account e-mail or username, as typed; for a reset its link's token.
 * @throws AppError `too_many_requests` for an account with too many attempts from there.
 */
export async function countAttempt(
  deps: LimitedDeps,
  action: Action,
  account: string,
  address: string,
): Promise<void> {
  await slowDown(deps, action, address);
  const key = keyOf(deps, `${action}:account`, `${account}\n${networkOf(address)}`);
  await countHit(deps.db, key, LIMITS[action], deps.clock.now());
}

/** Somebody's tries at an account's password. */
export interface LoginTries {
  /** The account, known or not. */
  readonly account: string;
  readonly address: string;
}

/**
 * Counts a try at a password.
 * @returns whether it may be looked at; if not, the account's owner is to confirm by mail that it is them.
 */
export async function countLogin(deps: LimitedDeps, tries: LoginTries): Promise<boolean> {
  await slowDown(deps, 'login', tries.address);
  const keys = loginKeys(deps, tries);
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

/** Forgets the tries at an account's password once one was right: only failures in a row count. */
export const forgetLogins = (deps: LimitedDeps, tries: LoginTries): Promise<void> =>
  forgetHits(deps.db, loginKeys(deps, tries));

function loginKeys(deps: LimitedDeps, { account, address }: LoginTries): string[] {
  return [
    keyOf(deps, 'login:account', `${account}\n${networkOf(address)}`),
    keyOf(deps, 'login:account', account),
  ];
}

async function slowDown(
  deps: LimitedDeps,
  action: Action | 'login',
  address: string,
): Promise<void> {
  const key = keyOf(deps, `${action}:address`, networkOf(address));
  const waitMs = delayMs(await hitsInWindow(deps.db, key, ADDRESS_WINDOW_MS, deps.clock.now()));
  if (waitMs > 0) await delay(waitMs);
}

function keyOf(deps: LimitedDeps, kind: string, value: string): string {
  return `${kind}:${deps.secrets.lookupHash(value.toLowerCase(), 'rate-limit')}`;
}

/** How long an address waits for its n-th request of a window. */
export const delayMs = (hits: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, hits - ADDRESS_FREE_HITS) * DELAY_PER_HIT_MS);

/** Runs `work` and answers at the same time whatever it found, so that the time tells nothing. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(EVEN_ANSWER_MS)]);
  return result;
}
