import type { ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../../../contract/constants.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import type {
  ExchangeAnswer,
  ExchangeQuote,
  ExchangeQuoteBody,
} from '../../../../../contract/wallet/exchange.ts';
import { rateOrigin, rateText } from '../../../../shared/rates/rate-text.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { Facts } from '../../../../ui/display/facts.tsx';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { formatMinutesSeconds, spokenCountdown } from '../../../../ui/text/format-time.ts';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { MoneyEnd, MoneyReview, type SentOrder } from '../../../../shared/wallet/money-steps.tsx';
import { SECOND_MS } from '../../../../../contract/durations.ts';
import { ok } from '../../../../../contract/result.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import { RECENT } from '../../../../shared/transactions/recent-query.ts';
import type { MoneyOrder, MoneyOrderSteps } from '../../../../shared/wallet/money-order.ts';

interface ExchangeReviewProps extends Pick<Exchanging, 'review' | 'send' | 'correct'> {
  readonly quoted: QuotedExchange;
}

const BP_PER_PERCENT = 100;

const originText = ({ rate_source: source, rate_read_at: readAt }: ExchangeQuote): string =>
  source === 'fixed' ? 'fixed, built in' : rateOrigin(Date.parse(readAt), new Date(serverNow()));

export function ExchangeReview(props: ExchangeReviewProps): ReactElement {
  const { quoted, review, send, correct } = props;
  const { quote, untilMs } = quoted;
  const { from, to, amount, gets, rate, spread_bp: spreadBp } = quote;
  const leftMs = untilMs - useNow(CLOCK_TICK_MS).getTime();
  const isOver = leftMs <= 0;
  return (
    <MoneyReview
      facts={[
        ['You give', formatExact(amount, from)],
        ['You get', formatExact(gets, to)],
        ['Your rate', rateText(rate, from, to)],
        ['Exchange fee', `${spreadBp / BP_PER_PERCENT} %, in the rate`],
        ['Market rate', `${rateText(quote.market_rate, from, to)}, ${originText(quote)}`],
      ]}
      action={isOver ? 'Get a new rate' : `Exchange ${formatExact(amount, from)}`}
      send={() => (isOver ? review({ from, to, amount }) : send())}
      onBack={correct}
    >
      {isOver ? (
        <Alert tone="warn">{errorMessage('quote_expired')}</Alert>
      ) : (
        <p className="sm">
          <span aria-hidden="true">
            This rate holds for <strong>{formatMinutesSeconds(leftMs)}</strong>
          </span>
          <span className="vh" role="status">
            {`This rate: ${spokenCountdown(leftMs)}`}
          </span>
        </p>
      )}
    </MoneyReview>
  );
}

interface ExchangeEndProps extends Pick<Exchanging, 'send'> {
  readonly state: SentOrder<QuotedExchange, ExchangeAnswer['data']>;
  readonly onClose: () => void;
}

export function ExchangeEnd({ state, send, onClose }: ExchangeEndProps): ReactElement {
  const { from, to, amount, gets } = state.order.quote;
  return (
    <MoneyEnd
      state={state}
      send={send}
      sending="Exchanging"
      mayBe="It may still have gone through. Checking again never exchanges twice."
      saidOf={() => ({ title: 'Exchanged', tone: 'ok', text: 'The money is in your wallet.' })}
      money={`${formatExact(amount, from)} into ${formatExact(gets, to)}`}
      actions={[['Done', onClose]]}
      statement={{
        href: '/transactions',
        onClick: onClose,
        children: 'See your transactions',
      }}
    >
      {state.phase === 'ended' && (
        <Facts
          className="sm"
          rows={[from, to].map((currency) => [
            `${currency} balance`,
            formatExact(state.answer.balances[currency] ?? 0, currency),
          ])}
        />
      )}
    </MoneyEnd>
  );
}

interface QuotedExchange {
  readonly quote: ExchangeQuote;
  /** ms since the epoch by the server's clock. */
  readonly untilMs: number;
}

export type Exchanging = MoneyOrder<ExchangeQuoteBody, QuotedExchange, ExchangeAnswer['data']>;

export const EXCHANGE: MoneyOrderSteps<ExchangeQuoteBody, QuotedExchange, ExchangeAnswer['data']> =
  {
    what: 'Exchange',
    saying: ({ quote: { from, to, amount, gets } }) =>
      `Exchange ${formatExact(amount, from)} into ${formatExact(gets, to)}`,
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
  };
