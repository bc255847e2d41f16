import { SECOND_MS } from '../../../../../contract/durations.ts';
import type { Failure } from '../../../../../contract/result.ts';
import type {
  ExchangeAnswer,
  ExchangeQuote,
  ExchangeQuoteBody,
} from '../../../../../contract/wallet/exchange.ts';
import { mayBeTaken } from '../../../../shared/wallet/may-be-taken.ts';

/** How far an exchange is. */
export type ExchangeState =
  | { readonly phase: 'editing' }
  /** The server is asked what the amount gives. */
  | { readonly phase: 'quoting'; readonly order: ExchangeQuoteBody }
  /** `untilMs`: how long it holds by this phone's clock; past, once the server says that it is over. */
  | { readonly phase: 'quoted'; readonly quote: ExchangeQuote; readonly untilMs: number }
  | { readonly phase: 'sending'; readonly quote: ExchangeQuote; readonly isRepeated: boolean }
  /** It was sent, and it is unknown what became of it. */
  | { readonly phase: 'unknown'; readonly quote: ExchangeQuote; readonly failure: Failure }
  | {
      readonly phase: 'done';
      readonly quote: ExchangeQuote;
      readonly answer: ExchangeAnswer['data'];
    };

export type ExchangeEvent =
  | { readonly type: 'asked'; readonly order: ExchangeQuoteBody }
  | { readonly type: 'quoted'; readonly quote: ExchangeQuote; readonly nowMs: number }
  /** Back to the form, with what stands in it. */
  | { readonly type: 'corrected' }
  | { readonly type: 'sent'; readonly quote: ExchangeQuote }
  | { readonly type: 'answered'; readonly answer: ExchangeAnswer['data'] }
  | { readonly type: 'failed'; readonly error: Failure };

export const INITIAL: ExchangeState = { phase: 'editing' };

function afterFailure(state: ExchangeState, failure: Failure): ExchangeState {
  if (state.phase === 'quoting') return INITIAL;
  if (state.phase !== 'sending') return state;
  const { quote, isRepeated } = state;
  // The server would have told of an exchange that was made: so there was none.
  if (failure.code === 'quote_expired') return { phase: 'quoted', quote, untilMs: 0 };
  return mayBeTaken(failure, isRepeated) ? { phase: 'unknown', quote, failure } : INITIAL;
}

/** What follows; an event that comes too late changes nothing. */
export function nextExchange(state: ExchangeState, event: ExchangeEvent): ExchangeState {
  switch (event.type) {
    case 'asked':
      return { phase: 'quoting', order: event.order };
    case 'quoted': {
      const { quote, nowMs } = event;
      return state.phase === 'quoting'
        ? { phase: 'quoted', quote, untilMs: nowMs + quote.seconds_left * SECOND_MS }
        : state;
    }
    case 'corrected':
      return INITIAL;
    case 'sent':
      return { phase: 'sending', quote: event.quote, isRepeated: state.phase === 'unknown' };
    case 'answered':
      return state.phase === 'sending'
        ? { phase: 'done', quote: state.quote, answer: event.answer }
        : state;
    case 'failed':
      return afterFailure(state, event.error);
    default:
      return event satisfies never;
  }
}
