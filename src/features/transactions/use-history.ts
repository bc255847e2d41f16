import type { Remote } from 'comlink';
import { useCallback } from 'react';

import { REFRESH_MIN_DISPLAY_MS } from '../../../contract/constants.ts';
import { errorMessage } from '../../../contract/errors.ts';
import { MESSAGES } from '../../../contract/messages.ts';
import { ok, type Result } from '../../../contract/result.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { callWorker } from '../../platform/worker/data-worker.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { toast } from '../../platform/toast-store.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import type { RefreshOptions } from '../../../workers/refresh/refresh-mirror.ts';
import { historyPath, statementQuery, type HistoryAddress } from './history-filters.ts';
import { historyView, type HistoryView } from './history-view.ts';
import { readHistory } from './read-history.ts';

export interface History {
  readonly view: HistoryView;
  readonly isOffline: boolean;
  /** How many of the pages asked for are on screen. */
  readonly shownPages: number;
  readonly retry: () => void;
}

/** Brings the pages that the address asks for up to date, in order, up to the first that fails. */
async function refreshPages(
  worker: Pick<Remote<DataWorkerApi>, 'refreshTransactions'>,
  { filters, pages }: HistoryAddress,
  options?: RefreshOptions,
): Promise<Result<undefined>> {
  const query = statementQuery(filters);
  for (let page = 1; page <= pages; page += 1) {
    const result = await worker.refreshTransactions({ ...query, page }, options);
    if (!result.ok) return result;
  }
  return ok(undefined);
}

/** The history at an address, from the device, and how fetching it went. */
export function useHistory(address: HistoryAddress): History {
  const deps = [historyPath(address)];
  const read = useLive((db) => readHistory(db, address), deps);
  const [refresh, retry] = useRefresh((worker) => refreshPages(worker, address), deps);
  const isShownOffline = useConnectivity() === 'offline';
  // The bar waits a moment before it says so; the answer to a request does not.
  const isOffline =
    isShownOffline || (refresh.phase === 'failed' && refresh.error.code === 'offline');
  return {
    view: historyView({ read, refresh, isOffline, wanted: address.pages }),
    isOffline,
    shownPages: read.phase === 'ready' ? read.data.pages.length : address.pages,
    retry,
  };
}

/** Asks anew for all that is shown and says how it went; never shorter than an eye needs to see it. */
export function useRefreshNow(address: HistoryAddress): () => Promise<void> {
  const path = historyPath(address);
  return useCallback(async () => {
    const shown = new Promise((resolve) => setTimeout(resolve, REFRESH_MIN_DISPLAY_MS));
    const asked = callWorker((worker) => refreshPages(worker, address, { force: true }));
    const [result] = await Promise.all([asked, shown]);
    if (result.ok) toast(MESSAGES.transactionsRefreshed, { kind: 'success' });
    else toast(errorMessage('refresh_failed'), { kind: 'error' });
    // The address is a new object with every render; its path says whether it is another one.
    // oxlint-disable-next-line react/exhaustive-deps -- see above
  }, [path]);
}
