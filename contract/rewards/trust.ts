import { Type, type Static } from 'typebox';

import { CurrencySchema, Nullable, Success, UlidSchema } from '../common.ts';

/** Major units; without exchanges, `paid_in` equals the sum of the others except `prizes`. */
const MoneySchema = Type.Object({
  currency: CurrencySchema,
  paid_in: Type.Number(),
  in_wallets: Type.Number(),
  in_vouchers: Type.Number(),
  paid_out: Type.Number(),
  fees: Type.Number(),
  prizes: Type.Number(),
});
export type Money = Static<typeof MoneySchema>;

/** Purchases and withdrawals that failed, or got no answer, since that moment. */
export const RefundClockSchema = Type.Object({
  /** How many came back in time. */
  met: Type.Integer(),
  all: Type.Integer(),
  since: Type.String(),
});
export type RefundClock = Static<typeof RefundClockSchema>;

export const ProofSchema = Type.Object({
  proved_at: Type.String(),
  is_clean: Type.Boolean(),
  took_ms: Type.Integer(),
  /** Each check counts the rows that it read and the rows that break the rule. */
  checks: Type.Array(
    Type.Object({ name: Type.String(), checked: Type.Integer(), broken: Type.Integer() }),
  ),
  money: Type.Array(MoneySchema),
  /** When every rule was last checked from the first day; in between the journal alone is, from a checkpoint on. */
  whole_at: Type.Optional(Type.String()),
  /** Proofs that were stored earlier lack it. */
  refund_clock: Type.Optional(RefundClockSchema),
});
export type Proof = Static<typeof ProofSchema>;

export const TrustAnswer = Success({ data: Nullable(ProofSchema) });
export type TrustAnswer = Static<typeof TrustAnswer>;

export const PrizeSchema = Type.Object({
  ulid: UlidSchema,
  amount: Type.Number(),
  currency: CurrencySchema,
  is_lottery: Type.Boolean(),
  winner: Type.Object({ username: Type.String(), avatar: Nullable(Type.String()) }),
  winners: Type.Integer({ minimum: 1 }),
  /** All guesses on the giveaway; answers that a device stored earlier lack it. */
  guesses: Type.Optional(Type.Integer()),
  paid_at: Type.String(),
});
export type Prize = Static<typeof PrizeSchema>;

export const PrizesAnswer = Success({
  data: Type.Array(PrizeSchema),
  next_cursor: Nullable(Type.Integer()),
});
export type PrizesAnswer = Static<typeof PrizesAnswer>;
