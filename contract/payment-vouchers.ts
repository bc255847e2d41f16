import { Type, type Static } from 'typebox';

import {
  Closed,
  CurrencySchema,
  Literals,
  MessageAndData,
  Nullable,
  OwnerProof,
  ReferralCodeSchema,
  Success,
  Text,
  UlidSchema,
} from './common.ts';
import { CODE_LENGTH, PAYMENT_MASKED_DIGITS, RELEASE_CODE_DIGITS } from './constants.ts';
import {
  CreateFields,
  GiveawayForm,
  PersonSchema,
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

/** Exactly one of the two. */
export const RecipientQuery = Closed({
  username: Type.Optional(Text(1, 64)),
  referral_code: Type.Optional(ReferralCodeSchema),
});
export type RecipientQuery = Static<typeof RecipientQuery>;
export const RecipientAnswer = Success({ data: PersonSchema });
export type RecipientAnswer = Static<typeof RecipientAnswer>;

/** Without a recipient, whoever has the link claims the money. */
export const SendMoneyBody = Closed({
  recipient_username: Type.Optional(Text(1, 64)),
  recipient_email: Type.Optional(Text(1, 1000)),
  amount: Type.Number(),
  currency: CurrencySchema,
  is_private: Type.Optional(Type.Boolean()),
  enable_2fa: Type.Optional(Type.Boolean()),
  expires_at: CreateFields.expires_at,
  ...OwnerProof,
});
export type SendMoneyBody = Static<typeof SendMoneyBody>;

export const CreatedVoucherSchema = Type.Object({
  ...VoucherSchema.properties,
  code: Nullable(Type.String()),
  recipient_email: Nullable(Type.String()),
  /** The user whom it was sent to; absent in rows of older versions. */
  recipient: Type.Optional(Nullable(PersonSchema)),
});
export type CreatedVoucher = Static<typeof CreatedVoucherSchema>;

export const SendMoneyAnswer = MessageAndData({
  voucher: CreatedVoucherSchema,
  /** Of the wallet, major units. */
  balance: Type.Number(),
});
export type SendMoneyAnswer = Static<typeof SendMoneyAnswer>;

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

/** The code, or `voucher_id` from the recipient whom the money was sent to. */
export const RedeemBody = Closed({
  code: Type.Optional(Text(0, 64)),
  voucher_id: Type.Optional(UlidSchema),
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
