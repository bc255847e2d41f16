import { Type, type Static } from 'typebox';

import {
  Closed,
  CurrencySchema,
  Literals,
  MessageAndData,
  Nullable,
  Success,
  Text,
  UlidSchema,
} from './common.ts';
import { CODE_LENGTH, PAYMENT_MASKED_DIGITS, RELEASE_CODE_DIGITS } from './constants.ts';
import {
  CreateFields,
  GiveawayForm,
  VoucherStatusSchema,
  VOUCHER_STATUSES,
  VoucherSchema,
} from './vouchers.ts';

export const PaymentVoucherFields = Closed({
  ...CreateFields,
  purpose: Type.Literal('payment'),
  amount: Type.Number(),
  code: Type.String({ pattern: `^\\d{${CODE_LENGTH}}$` }),
  masked_digits: Type.Optional(Type.Literal(PAYMENT_MASKED_DIGITS)),
  restrict_recipient: Type.Optional(Type.Boolean()),
  recipient_email: Type.Optional(Text(0, 1000)),
  enable_2fa: Type.Optional(Type.Boolean()),
});
export type PaymentVoucherFields = Static<typeof PaymentVoucherFields>;

export const VoucherForm = Closed({
  ...Type.Partial(PaymentVoucherFields).properties,
  ...Type.Partial(GiveawayForm).properties,
  purpose: Literals(['giveaway', 'payment']),
  amount: Type.Number(),
  currency: CurrencySchema,
  masked_digits: Type.Optional(
    Type.Union([Type.Literal(4), Type.Literal(2), Type.Literal(PAYMENT_MASKED_DIGITS)]),
  ),
});

export const CreatedVoucherSchema = Type.Object({
  ...VoucherSchema.properties,
  code: Nullable(Type.String()),
  recipient_email: Nullable(Type.String()),
});
export type CreatedVoucher = Static<typeof CreatedVoucherSchema>;

export const CreatedQuery = Closed({
  status: Type.Optional(Literals(['all', ...VOUCHER_STATUSES])),
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000 })),
});
export type CreatedQuery = Static<typeof CreatedQuery>;
export const CreatedAnswer = Success({
  vouchers: Type.Array(CreatedVoucherSchema),
  has_more: Type.Boolean(),
  current_page: Type.Integer(),
});
export type CreatedAnswer = Static<typeof CreatedAnswer>;

export const RedeemBody = Closed({
  code: Text(0, 64),
  otp: Type.Optional(Type.String({ pattern: `^\\d{${RELEASE_CODE_DIGITS}}$` })),
});
export type RedeemBody = Static<typeof RedeemBody>;
export const RedeemAnswer = MessageAndData({
  amount: Type.Number(),
  currency: CurrencySchema,
  ulid: Type.Optional(Type.String()),
});
export type RedeemAnswer = Static<typeof RedeemAnswer>;
export const ReleaseRefusal = Type.Object({
  success: Type.Literal(false),
  code: Literals(['two_factor_required', 'release_code_wrong']),
  message: Type.String(),
});
export type ReleaseRefusal = Static<typeof ReleaseRefusal>;

/** `split_amount` stays in the voucher, and the rest goes into a new one. */
export const SplitBody = Closed({ voucher_id: UlidSchema, split_amount: Type.Number() });
export type SplitBody = Static<typeof SplitBody>;
export const SplitAnswer = Success({
  message: Type.String(),
  data: Type.Array(CreatedVoucherSchema),
});
export type SplitAnswer = Static<typeof SplitAnswer>;

export const UpdateTwoFactorBody = Closed({
  enable_2fa: Type.Union([
    Type.Literal(1),
    Type.Literal(0),
    Type.Literal(true),
    Type.Literal(false),
  ]),
});
export const UpdateTwoFactorAnswer = MessageAndData({ enable_2fa: Type.Boolean() });
export type UpdateTwoFactorAnswer = Static<typeof UpdateTwoFactorAnswer>;

/** `amount` was returned to the wallet, and is 0 if nothing had been paid. */
export const CancelAnswer = MessageAndData({
  voucher_id: Type.String(),
  status: VoucherStatusSchema,
  amount: Type.Number(),
  currency: CurrencySchema,
});
export type CancelAnswer = Static<typeof CancelAnswer>;
