import { SECOND_MS } from '../../../../../contract/durations.ts';
import { ok, type Failure } from '../../../../../contract/result.ts';
import type {
  ExchangeAnswer,
  ExchangeQuote,
  ExchangeQuoteBody,
} from '../../../../../contract/wallet/exchange.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { RECENT } from '../../../../shared/transactions/recent-query.ts';
import { useMoneyOrder, type MoneyOrder } from '../../../../shared/wallet/money-order.ts';

export interface QuotedExchange {
  readonly quote: ExchangeQuote;
  /** ms since the epoch by the server's clock. */
  readonly untilMs: number;
}

export type Exchanging = MoneyOrder<ExchangeQuoteBody, QuotedExchange, ExchangeAnswer['data']>;

export const useExchange = (onRefused: (failure: Failure) => void): Exchanging =>
  useMoneyOrder({
    what: 'Exchange',
    async check(order) {
      const result = await callWorker((worker) => worker.quoteExchange(order));
      if (!result.ok) return result;
      const quote = result.value;
      return ok({ quote, untilMs: serverNow() + quote.seconds_left * SECOND_MS });
    },
    send: ({ quote }, proof) =>
      callWorker((worker) => worker.exchange({ quote_id: quote.quote_id, ...proof })),
    saidOf: () => ({ title: 'Done', tone: 'ok', text: 'The money is in your wallet.' }),
    // After this refusal no exchange was made.
    anew: ({ quote }, { code }) => (code === 'quote_expired' ? { quote, untilMs: 0 } : undefined),
    refresh: () => callWorker((worker) => worker.refreshTransactions(RECENT, { force: true })),
    onRefused,
  });
