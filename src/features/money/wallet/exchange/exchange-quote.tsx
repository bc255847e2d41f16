import type { ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../../../contract/constants.ts';
import { errorMessage } from '../../../../../contract/errors.ts';
import type { ExchangeQuote } from '../../../../../contract/wallet/exchange.ts';
import { rateOrigin } from '../../../../shared/rates/approximate.ts';
import { rateText } from '../../../../shared/rates/rate-text.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';
import { useNow } from '../../../../platform/clock/use-now.ts';
import { Alert } from '../../../../ui/feedback/alert.tsx';
import { formatMinutesSeconds, spokenCountdown } from '../../../../ui/text/format-time.ts';
import { formatExact } from '../../../../ui/text/format-money.ts';
import { MoneyConfirm } from '../../../../shared/wallet/money-confirm.tsx';
import type { Exchanging } from './use-exchange.ts';

export interface ExchangeQuoteStepProps extends Pick<Exchanging, 'ask' | 'send' | 'correct'> {
  readonly quote: ExchangeQuote;
  /** How long it holds, ms since the epoch by this phone's clock. */
  readonly untilMs: number;
}

const BP_PER_PERCENT = 100;

/** Where the rate comes from and how old it is. */
const originText = ({ rate_source: source, rate_read_at: readAt }: ExchangeQuote): string =>
  source === 'fixed' ? 'fixed, built in' : rateOrigin(Date.parse(readAt), new Date(serverNow()));

/** What the amount gives, before any money moves, and how long that holds. */
export function ExchangeQuoteStep(props: ExchangeQuoteStepProps): ReactElement {
  const { quote, untilMs, ask, send, correct } = props;
  const { from, to, amount, gets, rate, spread_bp: spreadBp } = quote;
  const leftMs = untilMs - useNow(CLOCK_TICK_MS).getTime();
  const isOver = leftMs <= 0;
  return (
    <MoneyConfirm
      facts={[
        ['You give', formatExact(amount, from)],
        ['You get', formatExact(gets, to)],
        ['Your rate', rateText(rate, from, to)],
        ['Exchange fee', `${spreadBp / BP_PER_PERCENT} %, in the rate`],
        ['Market rate', `${rateText(quote.market_rate, from, to)}, ${originText(quote)}`],
      ]}
      action={isOver ? 'Get a new rate' : `Exchange ${formatExact(amount, from)}`}
      onConfirm={() => void (isOver ? ask({ from, to, amount }) : send(quote))}
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
    </MoneyConfirm>
  );
}
