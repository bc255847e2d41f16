import { inArray, sql } from 'drizzle-orm';
import { ulid as newUlid } from 'ulid';

import {
  PAYMENT_MASKED_DIGITS,
  PAYMENT_VOUCHER_MINIMUM_MAJOR,
  PAYMENT_VOUCHER_MINIMUM_USD,
} from '../../contract/constants.ts';
import { currencySymbol, majorToMinor, minorToMajor } from '../../contract/money.ts';
import type { PaymentVoucherFields } from '../../contract/payment-vouchers.ts';
import { PAYMENT_MESSAGES } from '../../contract/payments/payment-messages.ts';
import { normaliseRegion, regionOfMoney } from '../../contract/region-table.ts';
import type { CreateVoucherAnswer } from '../../contract/vouchers.ts';
import { maskCode } from '../../contract/vouchers/voucher-code.ts';
import { getUser, lockAccount } from '../accounts/users.ts';
import { normaliseEmail } from '../accounts/normalise-email.ts';
import { dateOf } from '../clock.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { AppError, errorOfField } from '../http/app-error.ts';
import { type Answer, type RequestKey, withIdempotencyKey } from '../http/idempotency.ts';
import {
  SHOWN_TO_CREATOR,
  drawCode,
  drawPositions,
  encryptCode,
} from '../vouchers/voucher-secrets.ts';
import { type Faults, readExpiry, throwFaults } from '../vouchers/form-faults.ts';
import { paymentCodeHash, paymentCodeHashes } from '../vouchers/look-up-code.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

interface PaymentVoucherRequest {
  readonly creatorId: number;
  readonly fields: PaymentVoucherFields;
  readonly requestKey: RequestKey | undefined;
}

/**
 * Creates a payment voucher with the code that the creator's device drew. It stays `pending` and visible to its
 * creator only until it is paid.
 */
export async function createPaymentVoucher(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  { creatorId, fields, requestKey }: PaymentVoucherRequest,
): Promise<Answer<CreateVoucherAnswer>> {
  const now = dateOf(deps.clock);
  return withIdempotencyKey(deps.db, requestKey, now, async (tx) => {
    await lockAccount(tx, creatorId);
    const { region } = await getUser(tx, creatorId);
    const { amountMinor, ...terms } = readPaymentVoucherTerms(fields, region, now.getTime());
    const voucher = await insertPaymentVoucher(
      tx,
      deps.secrets,
      {
        ulid: newUlid(now.getTime()),
        type: fields.type ?? 'goodies',
        status: 'pending',
        creatorId,
        ...terms,
        recipientId: null,
        amount: amountMinor,
        isPrivate: fields.is_private ?? false,
        enable2fa: fields.enable_2fa ?? false,
        createdAt: now,
        activatedAt: null,
      },
      fields.code,
    );
    if (!voucher) throw new AppError('code_taken');
    const { id, ulid, status } = voucher;
    const data = {
      id,
      ulid,
      status,
      amount_due: minorToMajor(amountMinor),
      currency: terms.currency,
    };
    return {
      status: 201,
      body: { success: true, message: PAYMENT_MESSAGES.paymentCreated, data },
    };
  });
}

/** The recipient is null for any user with the code. @param creatorRegion the region of a voucher in dollars */
function readPaymentVoucherTerms(
  fields: PaymentVoucherFields,
  creatorRegion: string,
  nowMs: number,
) {
  const amountMinor = readAmount(fields);
  const recipientEmail = readRecipient(fields);
  if (!fields.payment_method?.trim())
    throw errorOfField('payment_method', 'payment_method_required');
  return { amountMinor, recipientEmail, ...readTerms(fields, creatorRegion, nowMs) };
}

/** @param creatorRegion the region of a voucher in dollars */
export function readTerms(
  fields: Pick<PaymentVoucherFields, 'currency' | 'expires_at'>,
  creatorRegion: string,
  nowMs: number,
) {
  const { currency } = fields;
  const region = regionOfMoney(currency)?.key ?? normaliseRegion(creatorRegion);
  const faults: Faults = {};
  const expiresAt = readExpiry(fields.expires_at, nowMs, faults);
  throwFaults(faults);
  return { currency, region, expiresAt };
}

export function readAmount({
  amount,
  currency,
}: Pick<PaymentVoucherFields, 'amount' | 'currency'>): bigint {
  const min = currency === 'USD' ? PAYMENT_VOUCHER_MINIMUM_USD : PAYMENT_VOUCHER_MINIMUM_MAJOR;
  const amountMinor = majorToMinor(amount);
  if (amountMinor === undefined || amountMinor < (majorToMinor(min) ?? 0n))
    throw errorOfField('amount', 'below_minimum', { symbol: currencySymbol(currency), min });
  return amountMinor;
}

function readRecipient(fields: PaymentVoucherFields): string | null {
  const typed = fields.recipient_email?.trim() ?? '';
  if (!fields.restrict_recipient) {
    // Without an address anyone could redeem a voucher that was meant for one recipient.
    if (typed === '') return null;
    const message = 'is only for a voucher that is restricted to a recipient';
    throw new AppError('validation_failed', { fields: { recipient_email: [message] } });
  }
  if (typed === '') throw errorOfField('recipient_email', 'recipient_required');
  return readRecipientEmail(typed);
}

export function readRecipientEmail(typed: string): string {
  const email = normaliseEmail(typed);
  if (email === undefined) throw errorOfField('recipient_email', 'recipient_invalid');
  return email;
}

export type NewPaymentVoucher = Pick<
  Voucher,
  | 'ulid'
  | 'type'
  | 'status'
  | 'creatorId'
  | 'region'
  | 'currency'
  | 'amount'
  | 'isPrivate'
  | 'enable2fa'
  | 'recipientEmail'
  | 'recipientId'
  | 'createdAt'
  | 'activatedAt'
  | 'expiresAt'
>;

/**
 * Stores a payment voucher with its encrypted code, of which its creator sees three digits.
 * @returns undefined when another payment voucher has this code
 */
export async function insertPaymentVoucher(
  tx: Db,
  secrets: Secrets,
  voucher: NewPaymentVoucher,
  code: string,
): Promise<Voucher | undefined> {
  if (await isTakenUnderAnyKey(tx, paymentCodeHashes(secrets, code))) return undefined;
  const [row] = await tx
    .insert(vouchers)
    .values({
      ...voucher,
      purpose: 'payment',
      // A payment voucher has no fee of its own.
      fee: 0n,
      codeEncrypted: encryptCode(secrets, voucher.ulid, code),
      codeHash: paymentCodeHash(secrets, code),
      maskedCode: maskCode(
        SHOWN_TO_CREATOR.repeat(code.length),
        drawPositions(PAYMENT_MASKED_DIGITS, code.length),
      ),
      maskedDigits: PAYMENT_MASKED_DIGITS,
      // Required by the column; only giveaways reveal digits.
      revealMethod: 'views',
    })
    .onConflictDoNothing({ target: vouchers.codeHash })
    .returning();
  return row;
}

/** A random code is taken once in billions of draws. */
const CODE_DRAWS = 5;

/** As `insertPaymentVoucher`, with a code that is drawn here. */
export async function insertWithFreeCode(
  tx: Db,
  secrets: Secrets,
  voucher: NewPaymentVoucher,
): Promise<Voucher> {
  for (let draw = 0; draw < CODE_DRAWS; draw += 1) {
    const row = await insertPaymentVoucher(tx, secrets, voucher, drawCode());
    if (row) return row;
  }
  throw new Error('no code was free');
}

/**
 * During a rotation of the secret a code has two hashes, of which the unique index sees one. Requests with the same
 * code wait for each other.
 */
async function isTakenUnderAnyKey(tx: Db, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 1) return false;
  const [first] = hashes.toSorted();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${first}, 0))`);
  const taken = await tx.$count(vouchers, inArray(vouchers.codeHash, [...hashes]));
  return taken > 0;
}
