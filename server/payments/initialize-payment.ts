import { and, desc, eq, gt, inArray } from 'drizzle-orm';

import { TOPUP_MAX_MAJOR } from '../../contract/constants.ts';
import { type Currency, majorToMinor, MINOR_PER_MAJOR } from '../../contract/money.ts';
import { lockAccount } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { payments } from '../db/schema/payments.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { type RequestKey, withIdempotencyKey } from '../http/idempotency.ts';
import { newReference } from '../lib/new-reference.ts';
import { findOwnVoucher, hasExpired, type Voucher } from '../vouchers/voucher-row.ts';
import {
  chooseProcessor,
  type ChosenMethod,
  isPhoneMethod,
  PHONE_METHODS,
} from './payment-methods.ts';
import { openCheckout, type OpenedCheckout } from './open-checkout.ts';
import { isTooLate, lockVoucherOf } from './payment-movements.ts';
import type { Payment } from './payment-row.ts';

/** How long a prompt on a phone may be answered. */
export const PROMPT_WAIT_MS = 90 * 1000;

export interface TopupRequest extends ChosenMethod {
  readonly userId: number;
  /** Major units, as the caller sent them. */
  readonly amount: number;
  readonly currency: Currency;
}

const MAX_MINOR = BigInt(TOPUP_MAX_MAJOR * MINOR_PER_MAJOR);

/**
 * The payment is committed first, so that the processor never knows a reference that we do not. The same request key
 * continues the same payment.
 * @param begin returns the reference of the payment
 */
export async function beginPayment(
  deps: Deps,
  requestKey: RequestKey | undefined,
  { processor, terms }: ReturnType<typeof chooseProcessor>,
  returnPath: `/${string}`,
  begin: (tx: Db, now: Date) => Promise<string>,
): Promise<OpenedCheckout> {
  const now = dateOf(deps.clock);
  const { body } = await withIdempotencyKey(deps.db, requestKey, now, async (tx) => ({
    status: 200,
    body: { reference: await begin(tx, now) },
  }));
  return openCheckout(deps, processor, { reference: body.reference, terms }, returnPath);
}

export async function initializeTopup(
  deps: Deps,
  requestKey: RequestKey | undefined,
  request: TopupRequest,
): Promise<OpenedCheckout> {
  const { userId, amount, currency } = request;
  const chosen = chooseProcessor(deps, request, amountOf(amount), currency);
  return beginPayment(deps, requestKey, chosen, '/wallet', (tx, now) =>
    insertPayment(tx, { userId, purpose: 'topup', ...chosen }, now),
  );
}

function amountOf(major: number): bigint {
  const minor = majorToMinor(major);
  if (minor === undefined || minor <= 0n || minor > MAX_MINOR) throw new AppError('amount_invalid');
  return minor;
}

export interface VoucherPaymentRequest extends ChosenMethod {
  readonly userId: number;
  readonly voucher: string;
  /** Without the fee; major units, as the caller sent them. */
  readonly amount: number;
  readonly currency?: Currency | undefined;
}

/**
 * Several payments may be open; the first that settles pays for the voucher. The same request key, or a prompt that
 * is still open, continues the same payment.
 */
export async function initializeVoucherPayment(
  deps: Deps,
  requestKey: RequestKey | undefined,
  request: VoucherPaymentRequest,
): Promise<OpenedCheckout> {
  const { userId } = request;
  const voucher = await findOwnVoucher(deps.db, request.voucher, userId);
  const currency = voucher.currency;
  if (
    majorToMinor(request.amount) !== voucher.amount ||
    (request.currency ?? currency) !== currency
  )
    throw new AppError('amount_mismatch');
  const due = voucher.amount + voucher.fee;
  const chosen = chooseProcessor(deps, request, due, currency);
  const voucherId = voucher.id;
  return beginPayment(deps, requestKey, chosen, '/my-vouchers', async (tx, now) => {
    // If another payment settles first, this one is credited to the wallet.
    assertPayable(await lockVoucherOf(tx, voucherId), now);
    const open = await findOpenPrompt(tx, voucherId, chosen.processor.name, now);
    return open ?? insertPayment(tx, { userId, purpose: 'voucher', voucherId, ...chosen }, now);
  });
}

function assertPayable(voucher: Voucher, now: Date): void {
  const { status } = voucher;
  if (status === 'cancelled' || status === 'expired' || hasExpired(voucher, now))
    throw new AppError('voucher_not_active');
  if (status !== 'pending') throw new AppError('already_paid');
  if (isTooLate(voucher, now)) throw new AppError('entries_closed');
}

interface NewPayment extends ReturnType<typeof chooseProcessor> {
  readonly userId: number;
  readonly purpose: Payment['purpose'];
  readonly voucherId?: number;
}

export async function insertPayment(tx: Db, payment: NewPayment, now: Date): Promise<string> {
  const { userId, purpose, voucherId, processor, terms } = payment;
  await lockAccount(tx, userId);
  const reference = newReference('GDT');
  await tx.insert(payments).values({
    reference,
    userId,
    purpose,
    voucherId: voucherId ?? null,
    amount: terms.amountMinor,
    currency: terms.currency,
    processor: processor.name,
    provider: terms.provider ?? null,
    gateway: processor.gateway,
    status: 'pending',
    createdAt: now,
    updatedAt: now,
  });
  return reference;
}

/**
 * A second prompt could charge twice. The caller holds the voucher's lock.
 * @returns its reference; undefined when there is none, or the method sends no prompt
 */
async function findOpenPrompt(
  tx: Db,
  voucherId: number,
  method: string,
  now: Date,
): Promise<string | undefined> {
  if (!isPhoneMethod(method)) return undefined;
  const [open] = await tx
    .select({ reference: payments.reference })
    .from(payments)
    .where(
      and(
        eq(payments.voucherId, voucherId),
        eq(payments.status, 'pending'),
        inArray(payments.processor, [...PHONE_METHODS]),
        gt(payments.createdAt, new Date(now.getTime() - PROMPT_WAIT_MS)),
      ),
    )
    .orderBy(desc(payments.id))
    .limit(1);
  return open?.reference;
}
