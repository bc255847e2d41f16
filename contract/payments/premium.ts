import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Literals,
  MessageAndData,
  Nullable,
  OwnerProof,
  Success,
  Text,
} from '../common.ts';
import { PaymentConfigSchema, VerifiedFields } from '../wallet.ts';

const PREMIUM_PLANS = ['premium'] as const;
const PlanSchema = Literals(PREMIUM_PLANS);

export const PremiumPlansQuery = Closed({ currency: Type.Optional(CurrencySchema) });
export const PremiumPlansAnswer = Success({
  data: Type.Array(
    Type.Object({
      id: PlanSchema,
      name: Type.String(),
      days: Type.Integer(),
      amount: Type.Number(),
      currency: CurrencySchema,
    }),
  ),
});

export const PremiumSubscribeBody = Closed({
  plan: PlanSchema,
  amount: AmountSchema,
  currency: CurrencySchema,
  method: Text(1, 32),
  provider: Type.Optional(Text(1, 32)),
  config: Type.Optional(PaymentConfigSchema),
  ...OwnerProof,
});
export type PremiumSubscribeBody = Static<typeof PremiumSubscribeBody>;
export const PremiumSubscribeAnswer = Success({
  message: Type.String(),
  reference: Type.String(),
  authorization_url: Nullable(Type.String()),
  data: Nullable(
    Type.Object({
      premium_until: Type.String(),
      days_remaining: Type.Integer(),
      balance: Type.Number(),
    }),
  ),
});
export type PremiumSubscribeAnswer = Static<typeof PremiumSubscribeAnswer>;

export const PremiumVerifyAnswer = MessageAndData({
  ...VerifiedFields,
  /** `wallet` if the payer already had premium; null before the payment is settled. */
  credited_to: Nullable(Literals(['premium', 'wallet'])),
});
export type PremiumVerifyAnswer = Static<typeof PremiumVerifyAnswer>;
