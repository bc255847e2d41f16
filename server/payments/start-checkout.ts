import { CHECKOUTS_PER_HOUR, UNVERIFIED_CHECKOUTS_PER_HOUR } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { dateOf } from '../clock.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/access.ts';
import { firstAnswer, forgetAnswer, type RequestKey } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { ReferenceLostError, type OpenedCheckout } from './open-checkout.ts';
import { readCheckout } from './read-checkout.ts';

/**
 * Starts a checkout, unless a request with the same key has opened it: that one's answer is given again and is
 * not counted. Where an earlier try got to the gateway and its answer was lost, its reference is good for nothing any
 * more, and the same key begins another payment.
 * @param start makes the payment and opens its checkout
 * @throws AppError `too_many_requests` past 60 checkouts an hour, for a user without a proved address past 5;
 * `idempotency_key_reused`; and what `start` throws.
 */
export async function startCheckout(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, emailVerified }: Pick<Caller, 'userId' | 'emailVerified'>,
  requestKey: RequestKey | undefined,
  start: () => Promise<OpenedCheckout>,
): Promise<OpenedCheckout> {
  const opened = await findOpened(deps, requestKey);
  if (opened) return opened;
  const hits = emailVerified ? CHECKOUTS_PER_HOUR : UNVERIFIED_CHECKOUTS_PER_HOUR;
  const limit = { hits, windowMs: HOUR_MS };
  await countHit(deps.db, `checkout:user:${userId}`, limit, deps.clock.now());
  try {
    return await start();
  } catch (error) {
    if (!(error instanceof ReferenceLostError)) throw error;
    await forgetAnswer(deps.db, requestKey);
    return start();
  }
}

/** What a request with this key opened; a checkout that could not be opened is tried again, and counted. */
async function findOpened(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  requestKey: RequestKey | undefined,
): Promise<OpenedCheckout | undefined> {
  const first = await firstAnswer<{ reference: string }>(db, requestKey, dateOf(clock));
  if (!first) return undefined;
  const { reference } = first.body;
  const { authorizationUrl } = await readCheckout(db, reference);
  return authorizationUrl === null ? undefined : { reference, authorizationUrl };
}
