import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Literals,
  MessageAndData,
  OwnerProof,
  Success,
  Text,
} from '../common.ts';

export const ExchangeQuoteBody = Closed({
  from: CurrencySchema,
  to: CurrencySchema,
  amount: AmountSchema,
});
export type ExchangeQuoteBody = Static<typeof ExchangeQuoteBody>;
export const ExchangeQuoteSchema = Type.Object({
  quote_id: Type.String(),
  from: CurrencySchema,
  to: CurrencySchema,
  amount: Type.Number(),
  gets: Type.Number(),
  /** Units of `to` per unit of `from`, after the spread. */
  rate: Type.Number(),
  market_rate: Type.Number(),
  spread_bp: Type.Integer(),
  rate_source: Literals(['live', 'stored', 'fixed']),
  rate_read_at: Type.String(),
  expires_at: Type.String(),
  seconds_left: Type.Integer(),
});
export type ExchangeQuote = Static<typeof ExchangeQuoteSchema>;
export const ExchangeQuoteAnswer = Success({ data: ExchangeQuoteSchema });
export type ExchangeQuoteAnswer = Static<typeof ExchangeQuoteAnswer>;

/** A repeated quote returns the same exchange, so money moves once. */
export const ExchangeBody = Closed({
  quote_id: Text(1, 64),
  ...OwnerProof,
});
export type ExchangeBody = Static<typeof ExchangeBody>;
export const ExchangeAnswer = MessageAndData({
  reference: Type.String(),
  balances: Type.Record(Type.String(), Type.Number()),
});
export type ExchangeAnswer = Static<typeof ExchangeAnswer>;
