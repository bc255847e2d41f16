import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Literals,
  Nullable,
  OwnerProof,
  Success,
  Text,
} from '../common.ts';
import { DeclineReasonSchema, PaymentConfigSchema, PaymentStatusSchema } from '../wallet.ts';

/** There is one plan. */
const PREMIUM_PLANS = ['premium'] as const;
const PlanSchema = Literals(PREMIUM_PLANS);

/** GET /premium/plans; without a currency those of the caller's region */
export const PremiumPlansQuery = Closed({ currency: Type.Optional(CurrencySchema) });
export const PremiumPlansAnswer = Success({
  data: Type.Array(
    Type.Object({
      id: PlanSchema,
      name: Type.String(),
      days: Type.Integer(),
      /** Major units. */
      amount: Type.Number(),
      currency: CurrencySchema,
    }),
  ),
});
export type PremiumPlansAnswer = Static<typeof PremiumPlansAnswer>;

/** POST /premium/subscribe; `method` is `wallet` or a processor */
export const PremiumSubscribeBody = Closed({
  plan: PlanSchema,
  /** What the payer was shown, major units. */
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
  /** Where the payer goes; null once it is paid from the wallet. */
  authorization_url: Nullable(Type.String()),
  /** Null while it is not paid. */
  data: Nullable(
    Type.Object({
      premium_until: Type.String(),
      days_remaining: Type.Integer(),
      /** Of the wallet that paid, major units. */
      balance: Type.Number(),
    }),
  ),
});
export type PremiumSubscribeAnswer = Static<typeof PremiumSubscribeAnswer>;

/** POST /premium/verify takes a `PaymentVerifyBody` */
export const PremiumVerifyAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    amount: Type.Number(),
    currency: CurrencySchema,
    status: PaymentStatusSchema,
    reason: DeclineReasonSchema,
    /** `wallet` where the payer had premium already; null before the payment is settled. */
    credited_to: Nullable(Literals(['premium', 'wallet'])),
  }),
});
export type PremiumVerifyAnswer = Static<typeof PremiumVerifyAnswer>;
