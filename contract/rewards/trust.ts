import { Type, type Static } from 'typebox';

import { Closed, CurrencySchema, Nullable, Success, UlidSchema } from '../common.ts';

/** What people's money did in one currency, major units. But for what was exchanged, `paid_in` = all the others but `prizes` together. */
const MoneySchema = Type.Object({
  currency: CurrencySchema,
  /** What processors have confirmed. */
  paid_in: Type.Number(),
  in_wallets: Type.Number(),
  /** Prizes and pools of giveaways, and payment vouchers, that are not over yet. */
  in_vouchers: Type.Number(),
  /** What left for banks, phones and suppliers. */
  paid_out: Type.Number(),
  /** What the platform has kept. */
  fees: Type.Number(),
  /** Of what is or was in wallets: prizes that were won. */
  prizes: Type.Number(),
});
export type Money = Static<typeof MoneySchema>;

/** How the books stood when they were last proved. */
export const ProofSchema = Type.Object({
  proved_at: Type.String(),
  is_clean: Type.Boolean(),
  took_ms: Type.Integer(),
  /** Each thing that always has to hold: over how many rows it was looked at, and how many break it. */
  checks: Type.Array(
    Type.Object({ name: Type.String(), checked: Type.Integer(), broken: Type.Integer() }),
  ),
  money: Type.Array(MoneySchema),
});
export type Proof = Static<typeof ProofSchema>;

/** GET /trust; null until the books were proved for the first time */
export const TrustAnswer = Success({ data: Nullable(ProofSchema) });
export type TrustAnswer = Static<typeof TrustAnswer>;

/** A prize that was paid; its proof stands at /v/{ulid}/fairness. */
export const PrizeSchema = Type.Object({
  ulid: UlidSchema,
  /** Major units; what all winners had together. */
  amount: Type.Number(),
  currency: CurrencySchema,
  is_lottery: Type.Boolean(),
  /** Who won; of a lottery that several won, the first. */
  winner: Type.Object({ username: Type.String(), avatar: Nullable(Type.String()) }),
  winners: Type.Integer({ minimum: 1 }),
  paid_at: Type.String(),
});
export type Prize = Static<typeof PrizeSchema>;

/** GET /prizes: newest first; `cursor` = `next_cursor` of the page before */
export const PrizesQuery = Closed({
  cursor: Type.Optional(Type.Integer({ minimum: 1, maximum: Number.MAX_SAFE_INTEGER })),
});
export type PrizesQuery = Static<typeof PrizesQuery>;
export const PrizesAnswer = Success({
  data: Type.Array(PrizeSchema),
  next_cursor: Nullable(Type.Integer()),
});
export type PrizesAnswer = Static<typeof PrizesAnswer>;
