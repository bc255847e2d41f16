import { useEffect, useState } from 'react';

import { SECOND_MS } from '../../../contract/durations.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { WALLET_METHOD, type AskedField } from './payment-choice.ts';

const NOTHING: readonly AskedField[] = [];
/** Without an answer the payment form would lack a required field. */
const FIRST_PAUSE_MS = 5 * SECOND_MS;
/** Later requests wait for a network or visibility change. */
const LAST_PAUSE_MS = 40 * SECOND_MS;

/**
 * Retries with growing pauses, and again when the network returns or the page becomes visible.
 * @param ask resolves to whether it is done
 * @returns a function that ends it
 */
function askUntilAnswered(ask: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isBusy = false;
  const run = async (pauseMs: number): Promise<void> => {
    clearTimeout(timer);
    if (isBusy || document.hidden || !navigator.onLine) return;
    isBusy = true;
    const isDone = await ask();
    isBusy = false;
    if (isDone) end();
    else if (pauseMs <= LAST_PAUSE_MS) timer = setTimeout(() => void run(2 * pauseMs), pauseMs);
  };
  const begin = (): void => void run(FIRST_PAUSE_MS);
  const endReturn = onNetworkReturn(begin);
  document.addEventListener('visibilitychange', begin);
  const end = (): void => {
    clearTimeout(timer);
    endReturn();
    document.removeEventListener('visibilitychange', begin);
  };
  begin();
  return end;
}

export function useAskedFields(method: string): readonly AskedField[] {
  const [known, setKnown] = useState<{ method: string; fields: readonly AskedField[] }>();
  useEffect(() => {
    if (method === '' || method === WALLET_METHOD) return undefined;
    let isCurrent = true;
    const end = askUntilAnswered(async () => {
      const result = await callWorker((worker) => worker.configurePaymentMethod(method));
      if (isCurrent && result.ok) setKnown({ method, fields: result.value.config.fields });
      return !isCurrent || result.ok || ERRORS[result.error.code].retry === 'never';
    });
    return () => {
      isCurrent = false;
      end();
    };
  }, [method]);
  return known?.method === method ? known.fields : NOTHING;
}
