import { readEmail } from '../../../../contract/accounts/email-address.ts';
import { amountOf, type Currency } from '../../../../contract/money.ts';
import type { SendMoneyBody } from '../../../../contract/payment-vouchers.ts';
import {
  readNationalNumber,
  withCountryCode,
  withoutSeparators,
} from '../../../../contract/phone-number.ts';
import type { RegionKey } from '../../../../contract/region-table.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { VoucherCharge } from '../../../shared/payments/payment-choice.ts';
import { walletProblem } from '../../../shared/payments/payment-choice.ts';
import { isOfAmount } from '../../../shared/wallet/amounts.ts';
import { saidOfFields, type Checked, type FieldErrors } from '../../../platform/form/use-form.ts';
import { amountProblem, type AmountForm } from '../create/amount-fields.tsx';
import {
  expiryField,
  expiryProblem,
  NO_EXPIRY,
  type ExpiryForm,
} from '../create/expiry-fields.tsx';
import { minimumOf } from '../create-payment-voucher/payment-voucher-form.ts';

export interface SendForm extends AmountForm, ExpiryForm {
  readonly to: string;
  readonly isPrivate: boolean;
  readonly hasTwoFactor: boolean;
}

export const emptySend = (currency: Currency): SendForm => ({
  to: '',
  amount: '',
  currency,
  isPrivate: true,
  hasTwoFactor: false,
  ...NO_EXPIRY,
});

export const SEND_FIELDS = ['to', 'amount', 'expiresAt'] as const;
export type SendField = (typeof SEND_FIELDS)[number];

/** As it was typed; a phone number as networks abroad dial it, without a plus. */
export type Addressee =
  | { readonly kind: 'user'; readonly username: string }
  | { readonly kind: 'email'; readonly email: string }
  | { readonly kind: 'phone'; readonly phone: string };

/** As in `USERNAME_PATTERN`, whose file would bring its schemas along. */
const USERNAME = /^[a-z0-9_]{3,24}$/;
const PHONE = /^\+?\d{7,15}$/;

/** A name of digits alone needs its @, because it looks like a phone number. */
export function readAddressee(text: string, region: RegionKey): Addressee | undefined {
  const typed = text.trim();
  if (/.@/.test(typed)) {
    const email = readEmail(typed);
    return email === undefined ? undefined : { kind: 'email', email };
  }
  const digits = withoutSeparators(typed);
  if (PHONE.test(digits)) {
    const national = readNationalNumber(typed, region);
    if (national !== undefined) return { kind: 'phone', phone: withCountryCode(national, region) };
    return digits.startsWith('+') ? { kind: 'phone', phone: digits.slice(1) } : undefined;
  }
  const username = typed.replace(/^@/, '').toLowerCase();
  return USERNAME.test(username) ? { kind: 'user', username } : undefined;
}

export interface SendDraft {
  readonly to: Addressee;
  readonly body: Omit<SendMoneyBody, 'recipient_username' | 'recipient_email'>;
  /** Minor units that leave the wallet, and the fee among them. */
  readonly totalMinor: bigint;
  readonly feeMinor: bigint;
}

export interface SendFacts {
  readonly region: RegionKey;
  readonly charge: VoucherCharge | undefined;
  /** Undefined while it is not known, and then the server decides. */
  readonly balanceMinor: bigint | undefined;
  readonly nowMs: number;
}

export function checkSend(form: SendForm, facts: SendFacts): Checked<SendField, SendDraft> {
  const { currency } = form;
  const { region, charge, nowMs } = facts;
  const to = readAddressee(form.to, region);
  const errors: FieldErrors<SendField> = {
    to: to ? undefined : 'Enter a username, an e-mail address or a mobile number',
    amount: amountProblem(form, minimumOf(currency)) ?? walletProblem(facts),
    expiresAt: expiryProblem(form, nowMs),
  };
  if (!to || !charge || Object.values(errors).some(Boolean)) return { ok: false, errors };
  return {
    ok: true,
    order: {
      to,
      body: {
        amount: amountOf(form.amount),
        currency,
        is_private: form.isPrivate,
        ...(form.hasTwoFactor && { enable_2fa: true }),
        ...expiryField(form),
      },
      totalMinor: charge.walletMinor,
      feeMinor: charge.walletFeeMinor,
    },
  };
}

const OF_WALLET = new Set<string>(['wallet_reserve_short', 'daily_limit_reached']);

export function errorsOfSend(failure: Failure): FieldErrors<SendField> {
  const { code, message } = failure;
  if (code === 'recipient_unknown' || code === 'recipient_self') return { to: message };
  if (isOfAmount(code) || OF_WALLET.has(code)) return { amount: message };
  return saidOfFields(
    { recipient_username: 'to', recipient_email: 'to', amount: 'amount', expires_at: 'expiresAt' },
    failure,
  );
}
