import { useEffect, useState } from 'react';

import { SECOND_MS } from '../../../contract/durations.ts';
import { ERRORS } from '../../../contract/errors.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { WALLET_METHOD, type AskedField } from './payment-choice.ts';

const NOTHING: readonly AskedField[] = [];
/** Without an answer the payment would be refused for a field that is not there to be filled in. */
const ASK_AGAIN_MS = 5 * SECOND_MS;

/** What a method asks for beside the amount; nothing until the server has said. @param method '' while none is chosen */
export function useAskedFields(method: string): readonly AskedField[] {
  const [known, setKnown] = useState<{ method: string; fields: readonly AskedField[] }>();
  useEffect(() => {
    if (method === '' || method === WALLET_METHOD) return undefined;
    let isCurrent = true;
    let timer: ReturnType<typeof setTimeout> | undefined;
    const ask = async (): Promise<void> => {
      const result = await callWorker((worker) => worker.configurePaymentMethod(method));
      if (!isCurrent) return;
      if (result.ok) setKnown({ method, fields: result.value.fields });
      else if (ERRORS[result.error.code].retry !== 'never')
        timer = setTimeout(() => void ask(), ASK_AGAIN_MS);
    };
    void ask();
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [method]);
  return known?.method === method ? known.fields : NOTHING;
}
