import { useEffect, useState } from 'react';

import { SECOND_MS } from '../../../contract/durations.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { WALLET_METHOD, type AskedField } from './payment-choice.ts';

const NOTHING: readonly AskedField[] = [];
/** Without an answer the payment would be refused for a field that is not there to be filled in. */
const FIRST_PAUSE_MS = 5 * SECOND_MS;
/** A server that has not answered by then is asked again once there is a reason to think that it will. */
const LAST_PAUSE_MS = 40 * SECOND_MS;

/**
 * Asks until there is an answer: a few times with growing pauses, and from the start whenever the network returns or the
 * page is seen again. A page that is hidden or offline asks nothing.
 * @param ask whether there is nothing more to ask
 * @returns the function that ends it
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

/** What a method asks for beside the amount; nothing until the server has said. @param method '' while none is chosen */
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
