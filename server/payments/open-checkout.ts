import { and, eq, isNull, lte, sql } from 'drizzle-orm';

import { CHECKOUTS_PER_HOUR, UNVERIFIED_CHECKOUTS_PER_HOUR } from '../../contract/constants.ts';
import { HOUR_MS, SECOND_MS } from '../../contract/durations.ts';
import { dateOf } from '../clock.ts';
import { isDatabaseAway } from '../db/database-faults.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { payments } from '../db/schema/payments.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { firstAnswer, forgetAnswer, type RequestKey } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { GatewayError } from '../lib/call-gateway.ts';
import { returnPageOf } from './gateways/answers.ts';
import {
  type CheckoutRequest,
  type CheckoutTerms,
  type PaymentProcessor,
  ReferenceUsedError,
} from './processor.ts';

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

export interface OpenedCheckout {
  readonly reference: string;
  /** Where the payer goes. */
  readonly authorizationUrl: string;
}

/** Longer than a gateway is waited for. */
const TRY_MS = 30 * SECOND_MS;

type OpenDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log'>;

/**
 * Opens the checkout of a payment that is written down already, unless an earlier try did. Outside any
 * transaction: a gateway may be slow.
 * @param returnPath page of the app to return to
 * @throws AppError `payment_initialize_failed`, `payment_no_url`
 */
export async function openCheckout(
  deps: OpenDeps,
  processor: PaymentProcessor,
  payment: { readonly reference: string; readonly terms: CheckoutTerms },
  returnPath: `/${string}`,
): Promise<OpenedCheckout> {
  const { reference, terms } = payment;
  const known = await readCheckout(deps.db, reference);
  if (known.authorizationUrl) return { reference, authorizationUrl: known.authorizationUrl };
  // Another gateway takes this method since the first try: it would not know what was started there.
  if (known.gateway !== processor.gateway) throw new AppError('payment_initialize_failed');
  const request = {
    ...terms,
    reference,
    email: known.email,
    returnUrl: `${deps.config.publicOrigin}${returnPath}`,
  };
  const authorizationUrl =
    processor.plan(terms) === 'prompt'
      ? await askOnPhone(deps, processor, request)
      : await openPage(deps, processor, request);
  return { reference, authorizationUrl };
}

async function openPage(
  deps: OpenDeps,
  processor: PaymentProcessor,
  request: CheckoutRequest,
): Promise<string> {
  const { reference } = request;
  try {
    const opened = await processor.initialize(request);
    // Two tries at once answer with the address that was stored first.
    const [stored] = await deps.db
      .update(payments)
      .set({
        authorizationUrl: sql`coalesce(${payments.authorizationUrl}, ${opened.authorizationUrl})`,
      })
      .where(eq(payments.reference, reference))
      .returning({ authorizationUrl: payments.authorizationUrl });
    return stored?.authorizationUrl ?? opened.authorizationUrl;
  } catch (error) {
    // The gateway refuses a reference that another try has just used: that one has the address.
    const { authorizationUrl } = await readCheckout(deps.db, reference);
    if (authorizationUrl) return authorizationUrl;
    const before = new Date(deps.clock.now() - TRY_MS);
    throw await notOpened(deps, reference, error, before);
  }
}

/**
 * Sends a prompt to the payer's phone, once: the request that stores the address first sends it. When it is unknown
 * whether it was sent, it counts as sent, since a second one could charge twice; the gateway tells later.
 */
async function askOnPhone(
  deps: OpenDeps,
  processor: PaymentProcessor,
  request: CheckoutRequest,
): Promise<string> {
  const { reference, returnUrl } = request;
  const returnPage = returnPageOf(returnUrl, reference);
  const claimed = await deps.db
    .update(payments)
    // A prompt is waited out from when it is sent, which is later where the first try was refused.
    .set({ authorizationUrl: returnPage, createdAt: dateOf(deps.clock) })
    .where(and(eq(payments.reference, reference), isNull(payments.authorizationUrl)))
    .returning({ id: payments.id });
  if (claimed.length === 0) return returnPage;
  let processorReference: string | undefined;
  try {
    ({ processorReference } = await processor.initialize(request));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.refused) {
      await setCheckout(deps.db, reference, { authorizationUrl: null });
      // Nobody else was asking for it.
      throw await notOpened(deps, reference, error, dateOf(deps.clock));
    }
    const { gateway } = processor;
    deps.log.warn({ err: error, reference, gateway }, 'it is unknown whether a payer was asked');
  }
  if (processorReference !== undefined)
    await setCheckout(deps.db, reference, { processorReference });
  return returnPage;
}

async function setCheckout(
  db: Db,
  reference: string,
  change: { authorizationUrl: null } | { processorReference: string },
): Promise<void> {
  await db.update(payments).set(change).where(eq(payments.reference, reference));
}

/**
 * A payment whose page or prompt nobody got, nor can get by that reference any more, has failed: another one is begun.
 * @param before when it was begun at the latest: of a younger one another request may still be told the page
 */
async function notOpened(
  { db, clock }: OpenDeps,
  reference: string,
  error: unknown,
  before: Date,
): Promise<unknown> {
  if (!(error instanceof ReferenceUsedError)) return initializeFailed(error);
  const givenUp = await db
    .update(payments)
    .set({ status: 'failed', updatedAt: dateOf(clock) })
    .where(
      and(
        eq(payments.reference, reference),
        eq(payments.status, 'pending'),
        isNull(payments.authorizationUrl),
        lte(payments.createdAt, before),
      ),
    )
    .returning({ id: payments.id });
  return givenUp.length > 0 ? new ReferenceLostError(error) : initializeFailed(error);
}

/** A checkout was not opened since its reference was used up by a try whose answer was lost. */
class ReferenceLostError extends AppError {
  constructor(cause: ReferenceUsedError) {
    super('payment_initialize_failed', { cause });
  }
}

/** What to throw. A database that is away is no failure of the gateway: the request is repeated with its key. */
function initializeFailed(error: unknown): unknown {
  if (error instanceof AppError || isDatabaseAway(error)) return error;
  return new AppError('payment_initialize_failed', { cause: error });
}

/**
 * What opening a payment's checkout takes, and how far an earlier try came.
 * @throws AppError `payment_not_found`
 */
async function readCheckout(
  db: Db,
  reference: string,
): Promise<{ authorizationUrl: string | null; gateway: string; email: string }> {
  const [row] = await db
    .select({
      authorizationUrl: payments.authorizationUrl,
      gateway: payments.gateway,
      email: users.email,
    })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.reference, reference));
  if (!row) throw new AppError('payment_not_found');
  return row;
}
