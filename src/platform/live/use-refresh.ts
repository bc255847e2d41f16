import type { Remote } from 'comlink';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Failure, Result } from '../../../contract/result.ts';
import { EVENTS } from '../../../contract/storage-keys.ts';
import { onNetworkReturn } from '../connectivity.ts';
import { callWorker } from '../worker/data-worker.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import type { LiveArgs } from './shared-query.ts';

/** How the last refresh went. What it fetched stands in the database, not here. */
export type RefreshState =
  | { readonly phase: 'running' }
  | { readonly phase: 'done' }
  | { readonly phase: 'failed'; readonly error: Failure };

const RUNNING: RefreshState = { phase: 'running' };

const isBroken = (result: Result<undefined>): boolean =>
  !result.ok && result.error.code === 'network';

/**
 * Asks the data worker to bring rows up to date: when the screen opens, when `deps` change, when the network
 * returns, when the page is seen again and when the server has news; once more where the connection broke. The worker skips what is still fresh.
 * @param refresh depends on nothing but `deps`
 * @returns how it went, and a function that tries again
 */
export function useRefresh(
  refresh: (worker: Remote<DataWorkerApi>) => Promise<Result<undefined>>,
  deps: LiveArgs,
): readonly [state: RefreshState, retry: () => void] {
  const key = JSON.stringify(deps);
  const [settled, setSettled] = useState<{ key: string; state: RefreshState }>();
  const latest = useRef(refresh);
  const run = useRef(0);
  useEffect(() => {
    latest.current = refresh;
  });
  const start = useCallback(async (): Promise<void> => {
    run.current += 1;
    const own = run.current;
    let result = await callWorker(latest.current);
    // A connection that breaks is often there again at once: the user need not tap 'Retry' for that.
    if (isBroken(result) && own === run.current) result = await callWorker(latest.current);
    // An older answer must not cover a newer one.
    if (own !== run.current) return;
    const state: RefreshState = result.ok
      ? { phase: 'done' }
      : { phase: 'failed', error: result.error };
    setSettled({ key, state });
  }, [key]);
  const retry = useCallback((): void => {
    setSettled(undefined);
    void start();
  }, [start]);
  useEffect(() => {
    const again = (): void => void start();
    const whenSeen = (): void => {
      if (!document.hidden) again();
    };
    again();
    const endReturn = onNetworkReturn(again);
    document.addEventListener('visibilitychange', whenSeen);
    addEventListener(EVENTS.newsHeard, whenSeen);
    return () => {
      run.current += 1;
      endReturn();
      document.removeEventListener('visibilitychange', whenSeen);
      removeEventListener(EVENTS.newsHeard, whenSeen);
    };
  }, [start]);
  return [settled?.key === key ? settled.state : RUNNING, retry];
}
