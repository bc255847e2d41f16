import type { FastifyRequest } from 'fastify';
import { and, eq, isNull, lte, sql } from 'drizzle-orm';

import type { CheckoutAnswer } from '../../contract/wallet.ts';
import { HOUR_MS, SECOND_MS } from '../../contract/durations.ts';
import { dateOf } from '../clock.ts';
import { isDatabaseAway } from '../db/database-faults.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { payments } from '../db/schema/payments.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { AppError } from '../http/app-error.ts';
import { firstAnswer, forgetAnswer, type RequestKey, requestKeyOf } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { GatewayError } from '../lib/call-gateway.ts';
import { returnPageOf } from './gateways/gateway-messages.ts';
import {
  type CheckoutRequest,
  type CheckoutTerms,
  type PaymentProcessor,
  ReferenceUsedError,
} from './processor.ts';

const CHECKOUTS_PER_HOUR = 60;
export const UNVERIFIED_CHECKOUTS_PER_HOUR = 5;

/**
 * A request with the same key gets the checkout that was opened first, which is not counted. If an earlier attempt
 * used up its reference without an answer, the same key begins another payment.
 */
export async function startCheckout(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  request: FastifyRequest,
  start: (requestKey: RequestKey | undefined, userId: number) => Promise<OpenedCheckout>,
): Promise<OpenedCheckout> {
  const { userId, emailVerified } = callerOf(request);
  const requestKey = requestKeyOf(deps.secrets, request, userId);
  const opened = await findOpened(deps, requestKey);
  if (opened) return opened;
  const hits = emailVerified ? CHECKOUTS_PER_HOUR : UNVERIFIED_CHECKOUTS_PER_HOUR;
  const limit = { hits, windowMs: HOUR_MS };
  await countHit(deps.db, `checkout:user:${userId}`, limit, deps.clock.now());
  try {
    return await start(requestKey, userId);
  } catch (error) {
    if (!(error instanceof ReferenceLostError)) throw error;
    await forgetAnswer(deps.db, requestKey);
    return start(requestKey, userId);
  }
}

/** A checkout that could not be opened is tried again, and counted. */
async function findOpened(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  requestKey: RequestKey | undefined,
): Promise<OpenedCheckout | undefined> {
  const first = await firstAnswer<{ reference: string }>(db, requestKey, dateOf(clock));
  if (!first) return undefined;
  const { reference } = first.body;
  const { authorizationUrl } = await readCheckout(db, reference);
  return authorizationUrl === null ? undefined : { reference, authorization_url: authorizationUrl };
}

export type OpenedCheckout = Pick<CheckoutAnswer, 'reference' | 'authorization_url'>;

/** Longer than the timeout of a gateway call. */
const TRY_MS = 30 * SECOND_MS;

type OpenDeps = Pick<Deps, 'clock' | 'config' | 'db' | 'log'>;

/** Outside any transaction, because a gateway may be slow. @param returnPath page of the app to return to */
export async function openCheckout(
  deps: OpenDeps,
  processor: PaymentProcessor,
  payment: { readonly reference: string; readonly terms: CheckoutTerms },
  returnPath: `/${string}`,
): Promise<OpenedCheckout> {
  const { reference, terms } = payment;
  const known = await readCheckout(deps.db, reference);
  if (known.authorizationUrl) return { reference, authorization_url: known.authorizationUrl };
  // The configuration changed since, and this gateway does not know the payment.
  if (known.gateway !== processor.gateway) throw new AppError('payment_initialize_failed');
  const request = {
    ...terms,
    reference,
    email: known.email,
    returnUrl: `${deps.config.publicOrigin}${returnPath}`,
  };
  const open = processor.plan(terms) === 'prompt' ? askOnPhone : openPage;
  return { reference, authorization_url: await open(deps, processor, request) };
}

async function openPage(
  deps: OpenDeps,
  processor: PaymentProcessor,
  request: CheckoutRequest,
): Promise<string> {
  const { reference } = request;
  try {
    const opened = await processor.initialize(request);
    // Of two concurrent attempts both answer with the address that was stored first.
    const [stored] = await deps.db
      .update(payments)
      .set({
        authorizationUrl: sql`coalesce(${payments.authorizationUrl}, ${opened.authorizationUrl})`,
      })
      .where(eq(payments.reference, reference))
      .returning({ authorizationUrl: payments.authorizationUrl });
    return stored?.authorizationUrl ?? opened.authorizationUrl;
  } catch (error) {
    // A concurrent attempt may have used the reference and stored the address.
    const { authorizationUrl } = await readCheckout(deps.db, reference);
    if (authorizationUrl) return authorizationUrl;
    const before = new Date(deps.clock.now() - TRY_MS);
    throw await notOpened(deps, reference, error, before);
  }
}

/**
 * Sends a prompt to the payer's phone, once: by the request that stores the address first. A call without an answer
 * counts as sent, because a second prompt could charge twice.
 */
async function askOnPhone(
  deps: OpenDeps,
  processor: PaymentProcessor,
  request: CheckoutRequest,
): Promise<string> {
  const { reference, returnUrl } = request;
  const returnPage = returnPageOf(returnUrl, reference);
  const isIt = eq(payments.reference, reference);
  const claimed = await deps.db
    .update(payments)
    // The prompt expires some time after it was sent, so that is where its time begins.
    .set({ authorizationUrl: returnPage, createdAt: dateOf(deps.clock) })
    .where(and(isIt, isNull(payments.authorizationUrl)))
    .returning({ id: payments.id });
  if (claimed.length === 0) return returnPage;
  let processorReference: string | undefined;
  try {
    ({ processorReference } = await processor.initialize(request));
  } catch (error) {
    if (!(error instanceof GatewayError) || error.refused) {
      await deps.db.update(payments).set({ authorizationUrl: null }).where(isIt);
      throw await notOpened(deps, reference, error, dateOf(deps.clock));
    }
    const { gateway } = processor;
    deps.log.warn({ err: error, reference, gateway }, 'it is unknown whether a payer was asked');
  }
  if (processorReference !== undefined)
    await deps.db.update(payments).set({ processorReference }).where(isIt);
  return returnPage;
}

/**
 * Fails a payment whose page is lost, so that another one can begin.
 * @param before a younger payment is left to the request that may still get its page
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

/** The reference was used up by an attempt whose answer was lost. */
class ReferenceLostError extends AppError {
  constructor(cause: ReferenceUsedError) {
    super('payment_initialize_failed', { cause });
  }
}

/** An unavailable database is no failure of the gateway: the request is repeated with its key. */
function initializeFailed(error: unknown): unknown {
  if (error instanceof AppError || isDatabaseAway(error)) return error;
  return new AppError('payment_initialize_failed', { cause: error });
}

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
