import { useEffect, useRef, useState } from 'react';

import type { ErrorCode } from '../../../contract/errors.ts';
import type { Failure, Result } from '../../../contract/result.ts';
import { onNetworkReturn } from '../connectivity.ts';
import { toast } from '../toast-store.ts';

const OF_NETWORK: ReadonlySet<string> = new Set<ErrorCode>([
  'network',
  'offline',
  'timeout',
  'unavailable',
]);

export const isOfNetwork = ({ code }: Pick<Failure, 'code'>): boolean => OF_NETWORK.has(code);

/** A failure shown until it is cleared; a network failure goes when the network returns. */
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

export interface Command<Args extends readonly unknown[]> {
  readonly isBusy: boolean;
  readonly failure: Failure | undefined;
  readonly run: (...args: Args) => void;
}

export function useCommand<Args extends readonly unknown[], T>(
  command: (...args: Args) => Promise<Result<T>>,
  onDone: (value: T) => void,
  onFailed?: (failure: Failure) => void,
): Command<Args> {
  const isRunning = useRef(false);
  const [isBusy, setIsBusy] = useState(false);
  const [failure, setFailure] = useFailure();
  const run = async (...args: Args): Promise<void> => {
    if (isRunning.current) return;
    isRunning.current = true;
    setIsBusy(true);
    setFailure(undefined);
    const result = await command(...args);
    isRunning.current = false;
    setIsBusy(false);
    if (result.ok) return onDone(result.value);
    setFailure(result.error);
    onFailed?.(result.error);
  };
  return { isBusy, failure, run: (...args) => void run(...args) };
}

export const toastFailure = ({ message }: Failure): void => void toast(message, { kind: 'error' });

/** An optimistic value; changes are sent one by one, so that the last choice arrives last. */
export function useOptimistic<T>(
  send: (next: T) => Promise<void>,
): readonly [chosen: T | undefined, choose: (next: T) => void] {
  const [chosen, setChosen] = useState<T>();
  const last = useRef<Promise<void>>(undefined);
  const choose = async (next: T): Promise<void> => {
    setChosen(() => next);
    const before = last.current;
    const sendInTurn = async (): Promise<void> => {
      if (before) await before;
      await send(next);
    };
    const mine = sendInTurn();
    last.current = mine;
    await mine;
    if (last.current !== mine) return;
    last.current = undefined;
    setChosen(undefined);
  };
  return [chosen, (next) => void choose(next)];
}
