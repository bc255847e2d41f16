import { REFRESH_MIN_DISPLAY_MS } from '../../../contract/constants.ts';
import { ok, type Result } from '../../../contract/result.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { readCreated } from '../../../local/queries/created-vouchers.ts';
import { createdPath, createdQueries, type CreatedAddress } from './created-address.ts';
import { decideCreated, type CreatedView } from './created-view.ts';

/** Fetches every page of the list anew, however fresh it is. */
async function reloadCreated(address: CreatedAddress): Promise<Result<undefined>> {
  for (const query of createdQueries(address)) {
    const result = await callWorker((worker) => worker.refreshCreated(query, { force: true }));
    if (!result.ok) return result;
  }
  return ok(undefined);
}

/** The same for a pull of the finger: shown long enough to be seen. */
export async function pullCreated(address: CreatedAddress): Promise<Result<undefined>> {
  const shown = new Promise((resolve) => setTimeout(resolve, REFRESH_MIN_DISPLAY_MS));
  const [result] = await Promise.all([reloadCreated(address), shown]);
  return result;
}

/** One's own vouchers from the device, kept current while the screen is seen. */
export function useCreated(address: CreatedAddress): {
  readonly view: CreatedView;
  readonly retry: () => void;
} {
  const deps = [createdPath(address)];
  const read = useLive(
    (db) => Promise.all(createdQueries(address).map((query) => readCreated(db, query))),
    deps,
  );
  const [refresh, retry] = useRefresh(async (worker) => {
    for (const query of createdQueries(address)) {
      // A code may be redeemed at any moment, so opening this list always asks.
      const result = await worker.refreshCreated(query, { force: true });
      if (!result.ok) return result;
    }
    return ok(undefined);
  }, deps);
  const pages = read.phase === 'ready' ? read.data : undefined;
  return { view: decideCreated({ pages, refresh, filter: address.filter }), retry };
}
