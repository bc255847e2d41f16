import { readEmail } from '../../../../contract/accounts/email-address.ts';
import {
  PAYMENT_VOUCHER_MINIMUM_MAJOR,
  PAYMENT_VOUCHER_MINIMUM_USD,
} from '../../../../contract/constants.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import { amountOf, type Currency } from '../../../../contract/money.ts';
import { amountProblem, type AmountForm } from '../create/amount-fields.tsx';
import type { FieldErrors } from '../../../platform/form/use-form.ts';
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

export const VOUCHER_FIELDS = ['amount', 'recipient', 'expiresAt'] as const;
export type VoucherField = (typeof VOUCHER_FIELDS)[number];
export type VoucherErrors = FieldErrors<VoucherField>;

export type VoucherInput = Omit<PaymentVoucherInput, 'payment_method' | 'payment_provider'>;

export type VoucherCheck =
  | { readonly ok: true; readonly input: VoucherInput }
  | { readonly ok: false; readonly errors: VoucherErrors };

/** The least that a voucher may hold, major units. */
export const minimumOf = (currency: Currency): number =>
  currency === 'USD' ? PAYMENT_VOUCHER_MINIMUM_USD : PAYMENT_VOUCHER_MINIMUM_MAJOR;

function recipientProblem({ isRestricted, recipient }: PaymentVoucherForm): string | undefined {
  if (!isRestricted) return undefined;
  if (recipient.trim() === '') return errorMessage('recipient_required');
  return readEmail(recipient) === undefined ? errorMessage('recipient_invalid') : undefined;
}

export function checkVoucher(form: PaymentVoucherForm, nowMs: number): VoucherCheck {
  const errors: VoucherErrors = {
    amount: amountProblem(form, minimumOf(form.currency)),
    recipient: recipientProblem(form),
    expiresAt: expiryProblem(form, nowMs),
  };
  if (Object.values(errors).some(Boolean)) return { ok: false, errors };
  return {
    ok: true,
    input: {
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

export const FIELD_OF: Readonly<Record<string, VoucherField>> = {
  amount: 'amount',
  recipient_email: 'recipient',
  expires_at: 'expiresAt',
};
