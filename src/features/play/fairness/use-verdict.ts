import { useEffect, useState } from 'react';

import type { Verdict } from '../../../../contract/fairness/verify-proof.ts';
import type { Result } from '../../../../contract/result.ts';
import type { KnownProof } from '../../../../local/queries/vouchers.ts';
import { verdictKey } from '../../../../local/voucher-proof.ts';
import { onNetworkReturn } from '../../../platform/connectivity.ts';
import { isOfNetwork } from '../../../platform/form/use-command.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

/** What changes when the proof has to be checked anew; undefined while there is none. */
const keyOf = (known: KnownProof | undefined): string | undefined =>
  known?.proof && verdictKey({ ...known, proof: known.proof });

/**
 * What the data worker finds when it checks the proof of a giveaway; anew when what is proved has changed, and
 * when the network is back without which the worker could not fetch what checks it.
 * @param known as the device has it
 * @returns undefined until it was checked; the last finding stands while it is checked again
 */
export function useVerdict(known: KnownProof | undefined): Result<Verdict | undefined> | undefined {
  const [found, setFound] = useState<Result<Verdict | undefined>>();
  const key = keyOf(known);
  const ulid = known?.proof?.ulid;
  useEffect(() => {
    if (key === undefined || ulid === undefined) return undefined;
    let isLatest = true;
    let isUnchecked = false;
    const check = async (): Promise<void> => {
      const result = await callWorker((worker) => worker.judgeProof(ulid));
      if (!isLatest) return;
      isUnchecked = !result.ok && isOfNetwork(result.error);
      setFound(result);
    };
    void check();
    const stopWaiting = onNetworkReturn(() => {
      if (isUnchecked) void check();
    });
    return () => {
      isLatest = false;
      stopWaiting();
    };
  }, [key, ulid]);
  return found;
}
