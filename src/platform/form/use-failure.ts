import { useEffect, useState } from 'react';

import type { ErrorCode } from '../../../contract/errors.ts';
import type { Failure } from '../../../contract/result.ts';
import { onNetworkReturn } from '../connectivity.ts';

const OF_NETWORK: ReadonlySet<string> = new Set<ErrorCode>([
  'network',
  'offline',
  'timeout',
  'unavailable',
]);

/** Whether a failure's cause is gone once the network, or the server behind it, is back. */
export const isOfNetwork = ({ code }: Pick<Failure, 'code'>): boolean => OF_NETWORK.has(code);

/** A failure to show until it is taken back; one of the network goes by itself when the network returns. */
export function useFailure(): readonly [
  failure: Failure | undefined,
  show: (failure: Failure | undefined) => void,
] {
  const [failure, setFailure] = useState<Failure>();
  const isPassing = failure !== undefined && isOfNetwork(failure);
  useEffect(
    () => (isPassing ? onNetworkReturn(() => setFailure(undefined)) : undefined),
    [isPassing],
  );
  return [failure, setFailure];
}
