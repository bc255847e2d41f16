import { Type, type Static } from 'typebox';

import { AmountSchema, Closed, CurrencySchema, Data, Literals, Nullable } from '../common.ts';

/** From the lowest up; see `server/accounts/money-limits/levels.ts`. */
export const MONEY_LEVELS = ['unverified', 'verified', 'known', 'identified'] as const;
export type MoneyLevel = (typeof MONEY_LEVELS)[number];
const LevelSchema = Literals(MONEY_LEVELS);

/** Amounts in major units. */
export const MoneyLimitSchema = Type.Object({
  currency: CurrencySchema,
  /** What may leave in a day: the level's limit, or the user's own where that is lower. */
  limit: Type.Number(),
  level_limit: Type.Number(),
  /** The level's limit once it has risen; null at the highest level. */
  next_level_limit: Nullable(Type.Number()),
  own_limit: Nullable(Type.Number()),
  /** A higher own limit, or none (null), that begins later. */
  next_own_limit: Nullable(Type.Object({ limit: Nullable(Type.Number()), from: Type.String() })),
  used: Type.Number(),
  left: Type.Number(),
  /** When a new day begins. */
  renews_at: Type.String(),
});
export type MoneyLimit = Static<typeof MoneyLimitSchema>;

export const MoneyLimitsAnswer = Data({
  level: LevelSchema,
  /** What raises the level: to be verified, to wait and withdraw, or to have the identity checked. */
  next: Nullable(
    Type.Object({
      level: LevelSchema,
      days_left: Type.Integer(),
      payouts_left: Type.Integer(),
    }),
  ),
  /** The holder whose accounts payouts go to; null before the first that a bank named. */
  payout_name: Nullable(Type.String()),
  limits: Type.Array(MoneyLimitSchema),
});
export type MoneyLimitsAnswer = Static<typeof MoneyLimitsAnswer>;

/** A null limit means none of the user's own. */
export const MoneyLimitBody = Closed({ currency: CurrencySchema, limit: Nullable(AmountSchema) });
export type MoneyLimitBody = Static<typeof MoneyLimitBody>;
