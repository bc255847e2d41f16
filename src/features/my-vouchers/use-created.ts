import type { Remote } from 'comlink';

import { REFRESH_MIN_DISPLAY_MS } from '../../../contract/constants.ts';
import { ok, type Result } from '../../../contract/result.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { readCreated } from '../../../local/queries/created-vouchers.ts';
import { createdPath, createdQueries, type CreatedAddress } from './created-address.ts';
import { decideCreated, type CreatedView } from './created-view.ts';

/** Fetches every page of the list anew, however fresh it is: a code may be redeemed at any moment. */
async function refreshAll(
  worker: Pick<Remote<DataWorkerApi>, 'refreshCreated'>,
  address: CreatedAddress,
): Promise<Result<undefined>> {
  for (const query of createdQueries(address)) {
    const result = await worker.refreshCreated(query, { force: true });
    if (!result.ok) return result;
  }
  return ok(undefined);
}

/** Asks anew at a pull of the finger; never shorter than an eye needs to see it. */
export async function pullCreated(address: CreatedAddress): Promise<Result<undefined>> {
  const shown = new Promise((resolve) => setTimeout(resolve, REFRESH_MIN_DISPLAY_MS));
  const [result] = await Promise.all([callWorker((worker) => refreshAll(worker, address)), shown]);
  return result;
}

/** One's own vouchers from the device, refreshed while the screen is seen. */
export function useCreated(address: CreatedAddress): {
  readonly view: CreatedView;
  readonly retry: () => void;
} {
  const deps = [createdPath(address)];
  const read = useLive(
    (db) => Promise.all(createdQueries(address).map((query) => readCreated(db, query))),
    deps,
    { subject: createdPath({ ...address, pages: 1 }) },
  );
  const [refresh, retry] = useRefresh((worker) => refreshAll(worker, address), deps);
  const pages = read.phase === 'ready' ? read.data : undefined;
  return { view: decideCreated({ pages, refresh, filter: address.filter }), retry };
}
