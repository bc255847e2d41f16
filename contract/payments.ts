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

export const MethodConfigBody = Closed({ method: Text(1, 32) });
const AskedFieldSchema = Type.Object({
  name: Type.Literal('phone'),
  label: Type.String(),
  required: Type.Boolean(),
  phone_code: Type.String(),
});
export const MethodConfigAnswer = Success({
  data: Type.Object({
    methodId: Type.String(),
    config: Type.Object({ fields: Type.Array(AskedFieldSchema) }),
    provider: Nullable(Type.String()),
    providerName: Nullable(Type.String()),
    fields: Type.Array(AskedFieldSchema),
  }),
});
export type MethodConfigAnswer = Static<typeof MethodConfigAnswer>;

/** `amount` excludes the fee; major units. */
export const VoucherPaymentInitializeBody = Closed({
  voucher_id: VoucherIdSchema,
  amount: AmountSchema,
  processor: Text(1, 32),
  provider: Type.Optional(Text(1, 32)),
  config: Type.Optional(PaymentConfigSchema),
  currency: Type.Optional(CurrencySchema),
});
export type VoucherPaymentInitializeBody = Static<typeof VoucherPaymentInitializeBody>;

/** Only the reference is trusted; the other fields are hints from the return page. */
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
    amount: Type.Number(),
    currency: CurrencySchema,
    status: PaymentStatusSchema,
    reason: DeclineReasonSchema,
    /** `wallet` if the voucher was already paid or closed; null before the payment is settled. */
    credited_to: Nullable(Literals(['voucher', 'wallet'])),
  }),
});
export type VoucherPaymentVerifyAnswer = Static<typeof VoucherPaymentVerifyAnswer>;

export const WebhookAnswer = Success({});
export const MpesaWebhookAnswer = Type.Object({
  ResultCode: Type.Integer(),
  ResultDesc: Type.String(),
});
