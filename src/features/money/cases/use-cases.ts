import type { GoodiesDatabase } from '../../../../local/database.ts';
import {
  type KnownCase,
  readCase,
  readCases,
  readCasesAbout,
} from '../../../../local/queries/cases.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { type RefreshState, useRefresh } from '../../../platform/live/use-refresh.ts';
import { useStore } from '../../../platform/store.ts';
import { outboxChanges } from '../../../platform/tracking.ts';
import type { ListView } from '../../../shared/paged-list.tsx';

type Listed = Awaited<ReturnType<typeof readCases>>;

// The service worker writes what it has sent without Dexie, so reads also depend on its count.
const readList = (db: GoodiesDatabase, _sent: number) => readCases(db);
const readAbout = (db: GoodiesDatabase, reference: string, _sent: number) =>
  readCasesAbout(db, reference);
const readOne = (db: GoodiesDatabase, number: string, _sent: number) => readCase(db, number);

export function casesView(
  read: Listed | undefined,
  refresh: RefreshState,
  isOffline: boolean,
): ListView<KnownCase> {
  const error = refresh.phase === 'failed' ? refresh.error : undefined;
  if (!read) return { phase: 'loading' };
  if (read.rows.length > 0) {
    // The bar under the header says that the device is offline.
    return { phase: 'list', rows: read.rows, failure: isOffline ? undefined : error?.message };
  }
  if (read.fetchedAt !== undefined && refresh.phase !== 'running') return { phase: 'empty' };
  if (isOffline) return { phase: 'unsaved' };
  return error ? { phase: 'failed', message: error.message } : { phase: 'loading' };
}

export function useCases() {
  const read = useLive(readList, [useStore(outboxChanges)]);
  const [refresh, retry] = useRefresh((worker) => worker.refreshCases(), []);
  const isOffline = useConnectivity() === 'offline';
  useShownAge(read.data?.fetchedAt);
  return { view: casesView(read.data, refresh, isOffline), retry };
}

/** Those about one transaction, newest first; undefined until the device was read. */
export function useCasesAbout(reference: string): readonly KnownCase[] | undefined {
  useRefresh((worker) => worker.refreshCases(), []);
  return useLive(readAbout, [reference, useStore(outboxChanges)]).data;
}

export function useCase(number: string) {
  const read = useLive(readOne, [number, useStore(outboxChanges)]);
  // The server does not know one that waits on this device.
  const isUnsent = read.data?.unsent !== undefined;
  const [refresh, retry] = useRefresh(
    (worker) => (isUnsent ? worker.refreshCases() : worker.refreshCase(number)),
    [number, isUnsent],
  );
  useShownAge(read.data?.fetchedAt);
  return { known: read.data, isRead: read.phase === 'ready', refresh, retry };
}
