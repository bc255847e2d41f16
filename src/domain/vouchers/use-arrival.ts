import { useEffect } from 'react';

import { DEVICE_CHALLENGE_MS } from '../../../contract/constants.ts';
import { afterVisit } from '../../platform/after-visit.ts';
import { onNetworkReturn } from '../../platform/connectivity.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';

/** An arrival counts from a proven device only, so that work is done first. @returns whether it was reported */
async function reportArrival(id: string, referralCode: string): Promise<boolean> {
  const proof = await callWorker((worker) => worker.proveDevice(), {
    timeoutMs: DEVICE_CHALLENGE_MS,
  });
  if (!proof.ok) return false;
  return (await callWorker((worker) => worker.refreshVoucher(id, { referralCode }))).ok;
}

/** Reports a visit by a shared link, once: when the page was visible for a while, or the network is back. */
export function useArrival(id: string, referralCode: string | undefined): void {
  useEffect(() => {
    if (referralCode === undefined) return undefined;
    let state: 'unseen' | 'untold' | 'told' = 'unseen';
    const reportOnce = async (): Promise<void> => {
      if (state !== 'untold') return;
      state = 'told';
      const isReported = await reportArrival(id, referralCode);
      if (!isReported) state = 'untold';
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
