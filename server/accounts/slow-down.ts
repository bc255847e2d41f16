import { setTimeout as delay } from 'node:timers/promises';

import type { Deps } from '../deps.ts';
import { countHit, forgetHits, hitsInWindow, type Limit } from '../http/rate-limit.ts';

const MINUTE_MS = 60_000;
const ADDRESS_WINDOW_MS = 10 * MINUTE_MS;
/** Requests of one address in a window that are answered at full speed: a campus may share it. */
const ADDRESS_FREE_HITS = 300;
const DELAY_PER_HIT_MS = 20;
const MAX_DELAY_MS = 3_000;
/** Longer than looking up an account, making a token and queueing a mail take. */
const EVEN_ANSWER_MS = 250;

/** What people do without being signed in, each with its limit by account. */
const LIMITS = {
  login: { hits: 10, windowMs: 15 * MINUTE_MS },
  register: { hits: 10, windowMs: 60 * MINUTE_MS },
  resend: { hits: 5, windowMs: 15 * MINUTE_MS },
  forgot: { hits: 5, windowMs: 15 * MINUTE_MS },
  reset: { hits: 30, windowMs: 15 * MINUTE_MS },
} as const satisfies Record<string, Limit>;

type Action = keyof typeof LIMITS;
type LimitedDeps = Pick<Deps, 'db' | 'clock' | 'secrets'>;

/**
 * Counts an attempt against the account it names (known or not) and against the caller's address. Many
 * people share an address, so that alone never refuses a request: past the free hits it only gets slower.
 * @param account e-mail or username, as typed; for a reset its link's token.
 * @throws AppError `too_many_requests` for an account with too many attempts.
 */
export async function countAttempt(
  deps: LimitedDeps,
  action: Action,
  account: string,
  address: string,
): Promise<void> {
  const { db, clock } = deps;
  const addressKey = keyOf(deps, action, 'address', address);
  const waitMs = delayMs(await hitsInWindow(db, addressKey, ADDRESS_WINDOW_MS, clock.now()));
  if (waitMs > 0) await delay(waitMs);
  await countHit(db, keyOf(deps, action, 'account', account), LIMITS[action], clock.now());
}

/** Forgets an account's attempts once one succeeded: only failures in a row count. */
export const forgetAttempts = (deps: LimitedDeps, action: Action, account: string): Promise<void> =>
  forgetHits(deps.db, keyOf(deps, action, 'account', account));

function keyOf(deps: LimitedDeps, action: Action, kind: string, value: string): string {
  return `${action}:${kind}:${deps.secrets.lookupHash(value.toLowerCase(), 'rate-limit')}`;
}

/** How long an address waits for its n-th request of a window. */
export const delayMs = (hits: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, hits - ADDRESS_FREE_HITS) * DELAY_PER_HIT_MS);

/** Runs `work` and answers at the same time whatever it found, so that the time tells nothing. */
export async function evenly<T>(work: () => Promise<T>): Promise<T> {
  const [result] = await Promise.all([work(), delay(EVEN_ANSWER_MS)]);
  return result;
}
