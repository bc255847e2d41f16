import {
  PAYMENT_VOUCHER_MINIMUM_MAJOR,
  PAYMENT_VOUCHER_MINIMUM_USD,
} from '../../contract/constants.ts';
import { currencySymbol, majorToMinor, type Currency } from '../../contract/money.ts';
import type { PaymentVoucherFields } from '../../contract/payment-vouchers.ts';
import { normaliseRegion, regionOfMoney, type RegionKey } from '../../contract/region-table.ts';
import { normaliseEmail } from '../accounts/normalise-email.ts';
import { AppError, errorOfField } from '../http/app-error.ts';
import { readExpiry, throwFaults, type Faults } from '../vouchers/form-faults.ts';

/** What a payment voucher promises, checked as a whole. */
export interface PaymentVoucherTerms {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly region: RegionKey;
  /** As `normaliseEmail` writes it; null for any user with the code. */
  readonly recipientEmail: string | null;
  readonly expiresAt: Date | null;
}

/**
 * Checks what one field alone cannot tell.
 * @param creatorRegion where a voucher in dollars belongs
 * @throws AppError `below_minimum`, `recipient_required`, `recipient_invalid`, `payment_method_required`, or
 * `validation_failed` with a message by field.
 */
export function readPaymentVoucherTerms(
  fields: PaymentVoucherFields,
  creatorRegion: string,
  nowMs: number,
): PaymentVoucherTerms {
  const { currency } = fields;
  const region = regionOfMoney(currency)?.key ?? normaliseRegion(creatorRegion);
  const amountMinor = readAmount(fields);
  const recipientEmail = readRecipient(fields);
  if (!fields.payment_method?.trim())
    throw errorOfField('payment_method', 'payment_method_required');
  const faults: Faults = {};
  const expiresAt = readExpiry(fields.expires_at, nowMs, faults);
  throwFaults(faults);
  return { amountMinor, currency, region, recipientEmail, expiresAt };
}

function readAmount({ amount, currency }: PaymentVoucherFields): bigint {
  const min = currency === 'USD' ? PAYMENT_VOUCHER_MINIMUM_USD : PAYMENT_VOUCHER_MINIMUM_MAJOR;
  const amountMinor = majorToMinor(amount);
  if (amountMinor === undefined || amountMinor < (majorToMinor(min) ?? 0n))
    throw errorOfField('amount', 'below_minimum', { symbol: currencySymbol(currency), min });
  return amountMinor;
}

function readRecipient(fields: PaymentVoucherFields): string | null {
  const typed = fields.recipient_email?.trim() ?? '';
  if (!fields.restrict_recipient) {
    // A creator who names a recipient expects that no other user can redeem it.
    if (typed === '') return null;
    const message = 'is only for a voucher that is restricted to a recipient';
    throw new AppError('validation_failed', { fields: { recipient_email: [message] } });
  }
  if (typed === '') throw errorOfField('recipient_email', 'recipient_required');
  const email = normaliseEmail(typed);
  if (email === undefined) throw errorOfField('recipient_email', 'recipient_invalid');
  return email;
}
