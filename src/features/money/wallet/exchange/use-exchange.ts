import { useReducer, useRef } from 'react';

import type { Failure } from '../../../../../contract/result.ts';
import type { ExchangeQuote, ExchangeQuoteBody } from '../../../../../contract/wallet/exchange.ts';
import { withPin } from '../../../../shared/accounts/pin/with-pin.ts';
import { callWorker } from '../../../../platform/worker/data-worker.ts';
import type { MoneySaid } from '../../../../shared/wallet/money-end.tsx';
import { useTellIfLeft } from '../../../../shared/wallet/use-tell-if-left.ts';
import { RECENT } from '../../../../shared/transactions/recent-query.ts';
import {
  INITIAL,
  nextExchange,
  type ExchangeEvent,
  type ExchangeState,
} from './exchange.machine.ts';
import { useOnceTrue } from '../../../../platform/live/use-once-true.ts';
import { serverNow } from '../../../../platform/clock/server-time.ts';

/** What is said of an exchange that was made. */
export const EXCHANGED: MoneySaid = {
  title: 'Exchanged',
  tone: 'ok',
  text: 'The money is in your wallet.',
};

export interface Exchanging {
  readonly state: ExchangeState;
  /** Whether a later step was there before. */
  readonly isReturn: boolean;
  /** Asks what an amount gives. */
  readonly ask: (order: ExchangeQuoteBody) => Promise<void>;
  readonly correct: () => void;
  /** Does what was quoted; the same quote again asks about the same exchange. */
  readonly send: (quote: ExchangeQuote) => Promise<void>;
}

/**
 * Takes an exchange from the form to its end.
 * @param onRefused is told why it is back at the form
 */
export function useExchange(onRefused: (failure: Failure) => void): Exchanging {
  const [state, dispatch] = useReducer(nextExchange, INITIAL);
  /** What the rate is asked for; what was changed since is another question. */
  const asked = useRef<ExchangeQuoteBody>(undefined);
  const isReturn = useOnceTrue(state.phase === 'quoted');
  const tell = useTellIfLeft('Exchange');
  /** @returns the phase after it */
  const settle = (before: ExchangeState, failure: Failure): ExchangeState['phase'] => {
    const event: ExchangeEvent = { type: 'failed', error: failure };
    dispatch(event);
    const { phase } = nextExchange(before, event);
    if (phase === 'editing') onRefused(failure);
    return phase;
  };
  return {
    state,
    isReturn,
    correct: () => {
      asked.current = undefined;
      dispatch({ type: 'corrected' });
    },
    async ask(order) {
      asked.current = order;
      dispatch({ type: 'asked', order });
      const result = await callWorker((worker) => worker.quoteExchange(order));
      if (asked.current !== order) return;
      if (result.ok) dispatch({ type: 'quoted', quote: result.value, nowMs: serverNow() });
      else settle({ phase: 'quoting', order }, result.error);
    },
    async send(quote) {
      const sending = nextExchange(state, { type: 'sent', quote });
      dispatch({ type: 'sent', quote });
      const result = await withPin((proof) =>
        callWorker((worker) => worker.exchange({ quote_id: quote.quote_id, ...proof })),
      );
      if (result.ok) {
        dispatch({ type: 'answered', answer: result.value });
        tell.ended({ ...EXCHANGED, title: 'Done' });
      } else {
        tell.failed(result.error, settle(sending, result.error) === 'unknown');
      }
      // Also while it is unknown what became of it.
      await callWorker((worker) => worker.refreshWallets({ force: true }));
      await callWorker((worker) => worker.refreshTransactions(RECENT, { force: true }));
    },
  };
}
