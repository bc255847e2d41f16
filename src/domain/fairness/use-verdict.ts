import { useEffect, useState } from 'react';

import type { Verdict } from '../../../contract/fairness/verify-proof.ts';
import type { Result } from '../../../contract/result.ts';
import type { KnownProof } from '../../../local/queries/vouchers.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';

/**
 * What the data worker finds when it checks the proof of a giveaway; anew when the device knows more of it.
 * @param known as the device has it
 * @returns undefined until it was checked; the last finding stands while it is checked again
 */
export function useVerdict(known: KnownProof | undefined): Result<Verdict | undefined> | undefined {
  const [found, setFound] = useState<Result<Verdict | undefined>>();
  useEffect(() => {
    if (!known?.proof) return undefined;
    const { ulid } = known.proof;
    let isLatest = true;
    void callWorker((worker) => worker.judgeProof(ulid)).then((result) => {
      if (isLatest) setFound(result);
    });
    return () => {
      isLatest = false;
    };
  }, [known]);
  return found;
}
