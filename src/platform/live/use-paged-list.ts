import type { Remote } from 'comlink';
import { startTransition } from 'react';

import { ok, type Result } from '../../../contract/result.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import { useConnectivity } from '../connectivity.ts';
import {
  pagedView,
  readPages,
  type ListPage,
  type PagedFacts,
  type PagedView,
} from './paged-list.ts';
import { useLive } from './use-live.ts';
import { useRefresh } from './use-refresh.ts';

/** A list whose filters and pages stand in the address. */
export interface PagedList<Row> extends Pick<PagedFacts<Row>, 'wanted' | 'pagesMax' | 'keyOf'> {
  /** The address: all that the functions below depend on. */
  readonly path: string;
  /** The address of its first page: the rows stay while more of the same list are read. */
  readonly firstPath: string;
  /** A mirrored page, from 1; undefined when it was never fetched. */
  readonly readPage: (db: GoodiesDatabase, page: number) => Promise<ListPage<Row> | undefined>;
  /** The first rows of the device that fit the filters, wherever they came from. */
  readonly readSaved: (db: GoodiesDatabase, rowsMax: number) => Promise<readonly Row[]>;
  readonly refreshPage: (worker: Remote<DataWorkerApi>, page: number) => Promise<Result<undefined>>;
  /** Asks for one more page. */
  readonly goOn: () => void;
}

/** Brings pages up to date, in order, up to the first that fails. */
export async function refreshPages(
  wanted: number,
  refreshPage: (page: number) => Promise<Result<undefined>>,
): Promise<Result<undefined>> {
  for (let page = 1; page <= wanted; page += 1) {
    const result = await refreshPage(page);
    if (!result.ok) return result;
  }
  return ok(undefined);
}

/** A list at an address, from the device, and how fetching it went. */
export function usePagedList<Row extends { readonly fetchedAt: number }>(
  list: PagedList<Row>,
): {
  readonly view: PagedView<Row>;
  readonly isOffline: boolean;
  readonly retry: () => void;
  readonly showMore: () => void;
} {
  const { path, firstPath, wanted, readPage, readSaved, refreshPage } = list;
  const read = useLive(
    (db) =>
      readPages(
        wanted,
        (page) => readPage(db, page),
        (rowsMax) => readSaved(db, rowsMax),
      ),
    [path],
    { subject: firstPath },
  );
  const [refresh, retry] = useRefresh(
    (worker) => refreshPages(wanted, (page) => refreshPage(worker, page)),
    [path],
  );
  const isShownOffline = useConnectivity() === 'offline';
  // The bar waits a moment before it says so; the answer to a request does not.
  const isOffline =
    isShownOffline || (refresh.phase === 'failed' && refresh.error.code === 'offline');
  const showMore = (): void => {
    // After a failure the page is still asked for: ask again rather than for one more.
    if (read.phase === 'ready' && !read.data.isNextSaved && read.data.pages.length < wanted)
      retry();
    // In tasks of its own: the tap alone keeps a slow phone busy.
    else startTransition(() => list.goOn());
  };
  return { view: pagedView({ ...list, read, refresh, isOffline }), isOffline, retry, showMore };
}
