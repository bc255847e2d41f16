import type { Remote } from 'comlink';
import { useCallback, useEffect, useRef, useState } from 'react';

import type { Failure, Result } from '../../../contract/result.ts';
import { EVENTS } from '../../../contract/storage-keys.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import { onNetworkReturn } from '../connectivity.ts';
import { callWorker } from '../worker/data-worker.ts';
import type { LiveArgs } from './shared-query.ts';

export type RefreshState =
  | { readonly phase: 'running' }
  | { readonly phase: 'done' }
  | { readonly phase: 'failed'; readonly error: Failure };

const RUNNING: RefreshState = { phase: 'running' };

const isBroken = (result: Result<undefined>): boolean =>
  !result.ok && result.error.code === 'network';

/** Refreshes on mount, new `deps`, network return and visibility; `refresh` may use only `deps`. */
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
    // A broken connection often works at once again, so it is tried a second time.
    if (isBroken(result) && own === run.current) result = await callWorker(latest.current);
    // An older answer must not overwrite a newer one.
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
