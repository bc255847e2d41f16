import { randomBytes } from 'node:crypto';

import { eq, sql } from 'drizzle-orm';

import { TOPUP_MAX_MAJOR } from '../../contract/constants.ts';
import { type Currency, majorToMinor, MINOR_PER_MAJOR } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import { payments } from '../db/schema/ledger.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { idempotently, type RequestKey } from '../http/idempotency.ts';
import { hasProvider, offeredProcessor } from './payment-methods.ts';
import type { PaymentProcessor } from './processor.ts';

export interface TopupRequest {
  readonly userId: number;
  /** Major units, as the caller sent them. */
  readonly amount: number;
  readonly currency: Currency;
  readonly processor: string;
  readonly provider?: string | undefined;
}

export interface StartedTopup {
  readonly reference: string;
  /** Where the payer goes. */
  readonly authorizationUrl: string;
}

const MAX_MINOR = BigInt(TOPUP_MAX_MAJOR * MINOR_PER_MAJOR);
/** Letters, digits and a dash: what every processor takes as a reference. */
const newReference = (): string => `GDT-${randomBytes(12).toString('hex')}`;

/**
 * Starts a top-up: a pending payment, then a checkout at the processor. The payment is committed first, so
 * whatever happens afterwards, the reference that the processor knows is one that we know too. The same
 * request key continues the same payment.
 * @throws AppError `amount_invalid`, `processor_unsupported`, `payment_initialize_failed`.
 */
export async function initializeTopup(
  deps: Deps,
  requestKey: RequestKey | undefined,
  request: TopupRequest,
): Promise<StartedTopup> {
  const amountMinor = amountOf(request.amount);
  const processor = processorFor(deps, request);
  const now = dateOf(deps.clock);
  const { body } = await idempotently(deps.db, requestKey, now, async (tx) => {
    const reference = newReference();
    await tx.insert(payments).values({
      reference,
      userId: request.userId,
      purpose: 'topup',
      amount: amountMinor,
      currency: request.currency,
      processor: processor.name,
      provider: request.provider ?? null,
      status: 'pending',
      createdAt: now,
      updatedAt: now,
    });
    return { status: 200, body: { reference } };
  });
  return openCheckout(deps, processor, body.reference, { ...request, amountMinor });
}

function amountOf(major: number): bigint {
  const minor = majorToMinor(major);
  if (minor === undefined || minor <= 0n || minor > MAX_MINOR) throw new AppError('amount_invalid');
  return minor;
}

function processorFor(deps: Deps, request: TopupRequest): PaymentProcessor {
  const offered = offeredProcessor(request.processor, request.currency);
  const processor = offered && deps.processors.find(offered, request.currency);
  if (!processor) throw new AppError('processor_unsupported');
  if (request.provider !== undefined && !hasProvider(offered, request.provider)) {
    throw fieldError('provider', 'is not a network of this payment method');
  }
  return processor;
}

/** Opens the checkout unless an earlier try did. Outside any transaction: a processor may be slow. */
async function openCheckout(
  deps: Deps,
  processor: PaymentProcessor,
  reference: string,
  request: TopupRequest & { readonly amountMinor: bigint },
): Promise<StartedTopup> {
  const known = await findCheckout(deps.db, reference);
  if (known.authorizationUrl) return { reference, authorizationUrl: known.authorizationUrl };
  let opened: { readonly authorizationUrl: string };
  try {
    opened = await processor.initialize({
      reference,
      amountMinor: request.amountMinor,
      currency: request.currency,
      email: known.email,
      returnUrl: `${deps.config.publicOrigin}/wallet`,
      provider: request.provider,
    });
  } catch (error) {
    const failure = new AppError('payment_initialize_failed');
    failure.cause = error;
    throw failure;
  }
  // Two tries at once answer with the address that was stored first.
  const [stored] = await deps.db
    .update(payments)
    .set({
      authorizationUrl: sql`coalesce(${payments.authorizationUrl}, ${opened.authorizationUrl})`,
    })
    .where(eq(payments.reference, reference))
    .returning({ authorizationUrl: payments.authorizationUrl });
  return { reference, authorizationUrl: stored?.authorizationUrl ?? opened.authorizationUrl };
}

async function findCheckout(
  db: Db,
  reference: string,
): Promise<{ authorizationUrl: string | null; email: string }> {
  const [row] = await db
    .select({ authorizationUrl: payments.authorizationUrl, email: users.email })
    .from(payments)
    .innerJoin(users, eq(users.id, payments.userId))
    .where(eq(payments.reference, reference));
  if (!row) throw new AppError('payment_not_found');
  return row;
}
