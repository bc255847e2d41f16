import { Type, type Static } from 'typebox';

import {
  Closed,
  CurrencySchema,
  Data,
  Literals,
  MessageAndData,
  Nullable,
  Success,
  Text,
  VoucherIdSchema,
} from './common.ts';
import { TopupInitializeBody, VerifiedFields } from './wallet.ts';

export const MethodConfigBody = Closed({ method: Text(1, 32) });
const AskedFieldSchema = Type.Object({
  name: Type.Literal('phone'),
  label: Type.String(),
  required: Type.Boolean(),
  phone_code: Type.String(),
});
export const MethodConfigAnswer = Data({
  methodId: Type.String(),
  config: Type.Object({ fields: Type.Array(AskedFieldSchema) }),
  provider: Nullable(Type.String()),
  providerName: Nullable(Type.String()),
  fields: Type.Array(AskedFieldSchema),
});
export type MethodConfigAnswer = Static<typeof MethodConfigAnswer>;

/** `amount` excludes the fee; major units. */
export const VoucherPaymentInitializeBody = Closed({
  ...TopupInitializeBody.properties,
  voucher_id: VoucherIdSchema,
  currency: Type.Optional(CurrencySchema),
});
export type VoucherPaymentInitializeBody = Static<typeof VoucherPaymentInitializeBody>;

export const VoucherPaymentVerifyAnswer = MessageAndData({
  voucher_id: Type.String(),
  ...VerifiedFields,
  /** `wallet` if the voucher was already paid or closed; null before the payment is settled. */
  credited_to: Nullable(Literals(['voucher', 'wallet'])),
});
export type VoucherPaymentVerifyAnswer = Static<typeof VoucherPaymentVerifyAnswer>;

export const WebhookAnswer = Success({});
export const MpesaWebhookAnswer = Type.Object({
  ResultCode: Type.Integer(),
  ResultDesc: Type.String(),
});
