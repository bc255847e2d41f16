import { useEffect } from 'react';

import { DEVICE_CHALLENGE_MS } from '../../../contract/constants.ts';
import { afterVisit } from '../../platform/after-visit.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';

/** Reports a visit by a shared link, once: when the page was visible for a while, or the network is back. */
export function useArrival(id: string, referralCode: string | undefined): void {
  useEffect(() => {
    if (referralCode === undefined) return undefined;
    let state: 'unseen' | 'untold' | 'told' = 'unseen';
    const reportOnce = async (): Promise<void> => {
      if (state !== 'untold') return;
      state = 'told';
      const result = await callWorker((worker) => worker.reportArrival(id, referralCode), {
        timeoutMs: DEVICE_CHALLENGE_MS,
      });
      if (!result.ok) state = 'untold';
    };
    const endWait = afterVisit(() => {
      state = 'untold';
      void reportOnce();
    });
    const endReturn = onNetworkReturn(() => void reportOnce());
    return () => {
      endWait();
      endReturn();
    };
  }, [id, referralCode]);
}
