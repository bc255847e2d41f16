import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Literals,
  OwnerProof,
  Success,
  Text,
} from '../common.ts';

/** POST /wallet/exchange/quote: what the caller would get for an amount, and until when that holds */
export const ExchangeQuoteBody = Closed({
  from: CurrencySchema,
  to: CurrencySchema,
  /** Of `from`. */
  amount: AmountSchema,
});
export type ExchangeQuoteBody = Static<typeof ExchangeQuoteBody>;
export const ExchangeQuoteSchema = Type.Object({
  quote_id: Type.String(),
  from: CurrencySchema,
  to: CurrencySchema,
  amount: Type.Number(),
  /** Of `to`. */
  gets: Type.Number(),
  /** Units of `to` for one of `from` that the caller gets, after the spread. */
  rate: Type.Number(),
  /** The same before it. */
  market_rate: Type.Number(),
  /** Basis points that the house keeps. */
  spread_bp: Type.Integer(),
  /** `fixed`: built in, for playing without a service that gives rates. */
  rate_source: Literals(['live', 'stored', 'fixed']),
  /** When the rate was read, ISO 8601. */
  rate_read_at: Type.String(),
  expires_at: Type.String(),
  /** How long it holds from now on, since a phone's clock may be wrong. */
  seconds_left: Type.Integer(),
});
export type ExchangeQuote = Static<typeof ExchangeQuoteSchema>;
export const ExchangeQuoteAnswer = Success({ data: ExchangeQuoteSchema });
export type ExchangeQuoteAnswer = Static<typeof ExchangeQuoteAnswer>;

/** POST /wallet/exchange: does what was quoted, once; the same quote again tells the same exchange */
export const ExchangeBody = Closed({
  quote_id: Text(1, 64),
  ...OwnerProof,
});
export type ExchangeBody = Static<typeof ExchangeBody>;
export const ExchangeAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    reference: Type.String(),
    /** Both wallets after it, by currency, major units. */
    balances: Type.Record(Type.String(), Type.Number()),
  }),
});
export type ExchangeAnswer = Static<typeof ExchangeAnswer>;
