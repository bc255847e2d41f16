import { readEmail } from '../../../../contract/accounts/email-address.ts';
import {
  PAYMENT_VOUCHER_MINIMUM_MAJOR,
  PAYMENT_VOUCHER_MINIMUM_USD,
} from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { amountOf, type Currency } from '../../../../contract/money.ts';
import { amountProblem, type AmountForm } from '../create/amount-fields.tsx';
import type { Checked, FieldErrors } from '../../../platform/form/use-form.ts';
import {
  expiryField,
  expiryProblem,
  NO_EXPIRY,
  type ExpiryForm,
} from '../create/expiry-fields.tsx';
import type { PaymentVoucherInput } from '../../../../workers/commands/create-voucher.ts';

export interface PaymentVoucherForm extends AmountForm, ExpiryForm {
  readonly isPrivate: boolean;
  readonly isRestricted: boolean;
  readonly recipient: string;
  readonly hasTwoFactor: boolean;
}

export const emptyPaymentVoucher = (currency: Currency): PaymentVoucherForm => ({
  amount: '',
  currency,
  isPrivate: true,
  isRestricted: false,
  recipient: '',
  hasTwoFactor: false,
  ...NO_EXPIRY,
});

/** The form's field for each of the call's, in the order of the screen. */
export const FIELD_OF = {
  amount: 'amount',
  recipient_email: 'recipient',
  expires_at: 'expiresAt',
} as const;
export type VoucherField = (typeof FIELD_OF)[keyof typeof FIELD_OF];
export type VoucherErrors = FieldErrors<VoucherField>;

export type VoucherInput = Omit<PaymentVoucherInput, 'payment_method' | 'payment_provider'>;

/** The least that a voucher may hold, major units. */
export const minimumOf = (currency: Currency): number =>
  currency === 'USD' ? PAYMENT_VOUCHER_MINIMUM_USD : PAYMENT_VOUCHER_MINIMUM_MAJOR;

function recipientProblem({ isRestricted, recipient }: PaymentVoucherForm): string | undefined {
  if (!isRestricted) return undefined;
  if (recipient.trim() === '') return errorMessage('recipient_required');
  return readEmail(recipient) === undefined ? errorMessage('recipient_invalid') : undefined;
}

export function checkVoucher(
  form: PaymentVoucherForm,
  nowMs: number,
): Checked<VoucherField, VoucherInput> {
  const errors: VoucherErrors = {
    amount: amountProblem(form, minimumOf(form.currency)),
    recipient: recipientProblem(form),
    expiresAt: expiryProblem(form, nowMs),
  };
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  return {
    ok: true,
    order: {
      amount: amountOf(form.amount),
      currency: form.currency,
      is_private: form.isPrivate,
      ...(form.isRestricted && {
        restrict_recipient: true,
        recipient_email: readEmail(form.recipient) ?? '',
      }),
      ...(form.hasTwoFactor && { enable_2fa: true }),
      ...expiryField(form),
    },
  };
}
