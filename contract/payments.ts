import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Nullable,
  Success,
  Text,
  VoucherIdSchema,
  Literals,
} from './common.ts';
import { DeclineReasonSchema, PaymentConfigSchema, PaymentStatusSchema } from './wallet.ts';

/** POST /payment-methods/config */
export const MethodConfigBody = Closed({ method: Text(1, 32) });
export type MethodConfigBody = Static<typeof MethodConfigBody>;
/** What is asked of the payer; `name` is a field of `config` at the start of a payment. */
const AskedFieldSchema = Type.Object({
  name: Type.Literal('phone'),
  label: Type.String(),
  required: Type.Boolean(),
  /** The country's code, e.g. +254; numbers may come with it or without. */
  phone_code: Type.String(),
});
export const MethodConfigAnswer = Success({
  data: Type.Object({
    methodId: Type.String(),
    config: Type.Object({ fields: Type.Array(AskedFieldSchema) }),
    /** As `provider` of the payment method, with its name. */
    provider: Nullable(Type.String()),
    providerName: Nullable(Type.String()),
    /** The fields once more: apps that wait for their update read them here. */
    fields: Type.Array(AskedFieldSchema),
  }),
});
export type MethodConfigAnswer = Static<typeof MethodConfigAnswer>;

/** POST /vouchers/payment/initialize; `amount` is the voucher's, without the fee */
export const VoucherPaymentInitializeBody = Closed({
  voucher_id: VoucherIdSchema,
  amount: AmountSchema,
  processor: Text(1, 32),
  provider: Type.Optional(Text(1, 32)),
  config: Type.Optional(PaymentConfigSchema),
  /** The voucher's own when absent. */
  currency: Type.Optional(CurrencySchema),
});
export type VoucherPaymentInitializeBody = Static<typeof VoucherPaymentInitializeBody>;

/** POST /vouchers/payment/verify and /premium/verify; everything but the reference is a hint of the return page */
export const PaymentVerifyBody = Closed({
  reference: Text(1, 100),
  processor: Type.Optional(Text(1, 32)),
  transaction_id: Type.Optional(Text(1, 100)),
  status: Type.Optional(Text(1, 32)),
});
export type PaymentVerifyBody = Static<typeof PaymentVerifyBody>;
export const VoucherPaymentVerifyAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    voucher_id: Type.String(),
    /** What the voucher holds, major units. */
    amount: Type.Number(),
    currency: CurrencySchema,
    status: PaymentStatusSchema,
    reason: DeclineReasonSchema,
    /** `wallet` when the voucher had been paid before or could not be paid any more; null before the payment is settled. */
    credited_to: Nullable(Literals(['voucher', 'wallet'])),
  }),
});
export type VoucherPaymentVerifyAnswer = Static<typeof VoucherPaymentVerifyAnswer>;

/** POST /webhooks/paystack, /webhooks/flutterwave */
export const WebhookAnswer = Success({});
/** POST /webhooks/mpesa/{token}: the words that Safaricom waits for */
export const MpesaWebhookAnswer = Type.Object({
  ResultCode: Type.Integer(),
  ResultDesc: Type.String(),
});
