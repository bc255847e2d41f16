import { useEffect, useState } from 'react';

import { callWorker } from '../../platform/worker/data-worker.ts';
import { WALLET_METHOD, type AskedField } from './payment-choice.ts';

const NOTHING: readonly AskedField[] = [];

/** What a method asks for beside the amount; nothing until the server has said. @param method '' while none is chosen */
export function useAskedFields(method: string): readonly AskedField[] {
  const [known, setKnown] = useState<{ method: string; fields: readonly AskedField[] }>();
  useEffect(() => {
    if (method === '' || method === WALLET_METHOD) return undefined;
    let isCurrent = true;
    void callWorker((worker) => worker.configurePaymentMethod(method)).then((result) => {
      // Without an answer the server asks when the payment starts.
      if (isCurrent && result.ok) setKnown({ method, fields: result.value.fields });
    });
    return () => {
      isCurrent = false;
    };
  }, [method]);
  return known?.method === method ? known.fields : NOTHING;
}
