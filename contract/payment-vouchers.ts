import { Type, type Static } from 'typebox';

import { Closed, CurrencySchema, Literals, Nullable, Success, Text, UlidSchema } from './common.ts';
import { CODE_LENGTH, PAYMENT_MASKED_DIGITS, RELEASE_CODE_DIGITS } from './constants.ts';
import {
  GiveawayForm,
  VOUCHER_STATUSES,
  VoucherSchema,
  VoucherStatusSchema,
  VoucherTypeSchema,
} from './vouchers.ts';

/**
 * POST /vouchers, the fields of a payment voucher as a multipart form carries them: texts that the server
 * reads into these types. The code is drawn on the device.
 */
export const PaymentVoucherFields = Closed({
  purpose: Type.Literal('payment'),
  type: Type.Optional(VoucherTypeSchema),
  amount: Type.Number(),
  currency: CurrencySchema,
  code: Type.String({ pattern: `^\\d{${CODE_LENGTH}}$` }),
  masked_digits: Type.Optional(Type.Literal(PAYMENT_MASKED_DIGITS)),
  timezone: Type.Optional(Text(0, 64)),
  is_private: Type.Optional(Type.Boolean()),
  restrict_recipient: Type.Optional(Type.Boolean()),
  recipient_email: Type.Optional(Text(0, 1000)),
  enable_2fa: Type.Optional(Type.Boolean()),
  payment_method: Type.Optional(Text(0, 32)),
  payment_provider: Type.Optional(Text(0, 32)),
  /** ISO 8601 with its zone: an unused voucher returns to its creator then. */
  expires_at: Type.Optional(Text(1, 40)),
});
export type PaymentVoucherFields = Static<typeof PaymentVoucherFields>;

/** The whole form of POST /vouchers: the fields of a giveaway or, with `purpose=payment`, of a payment voucher. */
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

/** A voucher as its creator sees it. */
export const CreatedVoucherSchema = Type.Object({
  ...VoucherSchema.properties,
  /** A payment voucher's code, which its creator hands over; a giveaway's once it is completed. */
  code: Nullable(Type.String()),
  recipient_email: Nullable(Type.String()),
});
export type CreatedVoucher = Static<typeof CreatedVoucherSchema>;

/** GET /vouchers/created, newest first */
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

/** POST /vouchers/redeem; spaces and dashes in the code are passed over */
export const RedeemBody = Closed({
  code: Text(0, 64),
  /** The release code of a voucher with a second factor. */
  otp: Type.Optional(Type.String({ pattern: `^\\d{${RELEASE_CODE_DIGITS}}$` })),
});
export type RedeemBody = Static<typeof RedeemBody>;
export const RedeemAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    amount: Type.Number(),
    currency: CurrencySchema,
    /** Of the voucher; missing where an answer is repeated that was kept without it. */
    ulid: Type.Optional(Type.String()),
  }),
});
export type RedeemAnswer = Static<typeof RedeemAnswer>;
/** 428 `two_factor_required` and 422 `release_code_wrong` */
export const ReleaseRefusal = Type.Object({
  success: Type.Literal(false),
  code: Literals(['two_factor_required', 'release_code_wrong']),
  message: Type.String(),
});
export type ReleaseRefusal = Static<typeof ReleaseRefusal>;

/** POST /vouchers/split; `split_amount` stays in the voucher, the rest goes into a new one */
export const SplitBody = Closed({ voucher_id: UlidSchema, split_amount: Type.Number() });
export type SplitBody = Static<typeof SplitBody>;
export const SplitAnswer = Success({
  message: Type.String(),
  /** The voucher as it is now, and the new one. */
  data: Type.Array(CreatedVoucherSchema),
});
export type SplitAnswer = Static<typeof SplitAnswer>;

/** POST /vouchers/{ulid}/update-2fa */
export const UpdateTwoFactorBody = Closed({
  enable_2fa: Type.Union([
    Type.Literal(1),
    Type.Literal(0),
    Type.Literal(true),
    Type.Literal(false),
  ]),
});
export type UpdateTwoFactorBody = Static<typeof UpdateTwoFactorBody>;
export const UpdateTwoFactorAnswer = Success({
  message: Type.String(),
  data: Type.Object({ enable_2fa: Type.Boolean() }),
});
export type UpdateTwoFactorAnswer = Static<typeof UpdateTwoFactorAnswer>;

/** POST /vouchers/{ulid}/cancel; `amount` went back into the wallet, 0 where nothing was paid */
export const CancelAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    voucher_id: Type.String(),
    status: VoucherStatusSchema,
    amount: Type.Number(),
    currency: CurrencySchema,
  }),
});
export type CancelAnswer = Static<typeof CancelAnswer>;
