import type { Remote } from 'comlink';
import { startTransition, useEffect, useRef, useState } from 'react';

import { ok, type Failure, type Result } from '../../../contract/result.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import type { Listed } from '../../../local/queries/read-listed.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import { useConnectivity } from '../connectivity.ts';
import { callWorker } from '../worker/data-worker.ts';
import {
  pagedView,
  readPaged,
  type MoreState,
  type PagedFacts,
  type PagedView,
} from './paged-list.ts';
import { useShownAge } from './shown-age.ts';
import { useLive } from './use-live.ts';
import { useRefresh } from './use-refresh.ts';

export interface PagedList<Row> extends Pick<PagedFacts<Row>, 'wanted' | 'pagesMax'> {
  readonly firstPath: string;
  readonly pageSize: number;
  readonly readList: (db: GoodiesDatabase, rowsMax: number) => Promise<Listed<Row> | undefined>;
  readonly readSaved: (db: GoodiesDatabase, rowsMax: number) => Promise<readonly Row[]>;
  readonly refreshPage: (worker: Remote<DataWorkerApi>, page: number) => Promise<Result<undefined>>;
  readonly showPages: (pages: number) => void;
}

type Place = 'end' | 'gap';
interface Asked {
  readonly firstPath: string;
  readonly at: Place;
  readonly page: number;
  readonly failure?: Failure;
}

export interface GapState {
  readonly isOffline: boolean;
  readonly isLoading: boolean;
  readonly failure: string | undefined;
  readonly onLoad: () => void;
}

export interface EndState {
  readonly state: MoreState;
  readonly failure: string | undefined;
  readonly onMore: () => void;
}

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

/** An answer for a list that the user has left is ignored. */
function useAskedPage<Row>({ firstPath, refreshPage }: PagedList<Row>) {
  const [asked, setAsked] = useState<Asked>();
  const run = useRef(0);
  const shown = useRef<string>(undefined);
  useEffect(() => {
    shown.current = firstPath;
    return () => {
      shown.current = undefined;
    };
  }, [firstPath]);
  const ask = async (at: Place, page: number): Promise<boolean> => {
    run.current += 1;
    const own = run.current;
    setAsked({ firstPath, at, page });
    const result = await callWorker((worker) => refreshPage(worker, page));
    if (own !== run.current || shown.current !== firstPath) return false;
    setAsked(result.ok ? undefined : { firstPath, at, page, failure: result.error });
    return result.ok;
  };
  return [asked?.firstPath === firstPath ? asked : undefined, ask] as const;
}

export function usePagedList<Row extends { readonly fetchedAt: number }>(
  list: PagedList<Row>,
): {
  readonly view: PagedView<Row>;
  readonly isOffline: boolean;
  readonly retry: () => void;
  readonly gap: GapState;
  readonly end: EndState;
} {
  const { firstPath, wanted, pageSize, readList, readSaved, refreshPage } = list;
  const read = useLive(
    (db) =>
      readPaged(
        list,
        (rowsMax) => readList(db, rowsMax),
        (rowsMax) => readSaved(db, rowsMax),
      ),
    [firstPath, wanted],
    { subject: firstPath },
  );
  const [refresh, retry] = useRefresh(
    (worker) => refreshPages(wanted, (page) => refreshPage(worker, page)),
    [firstPath],
  );
  const [asked, ask] = useAskedPage(list);
  const isShownOffline = useConnectivity() === 'offline';
  // The bar shows offline after a delay, so the request's own answer is checked too.
  const isOffline =
    isShownOffline || (refresh.phase === 'failed' && refresh.error.code === 'offline');
  const failureAt = (at: Place): string | undefined =>
    !isOffline && asked?.at === at ? asked.failure?.message : undefined;
  const isLoadingAt = (at: Place): boolean => asked?.at === at && asked.failure === undefined;
  const known = read.phase === 'ready' ? read.data.list : undefined;
  const endPage = Math.floor((known?.end ?? 0) / pageSize) + 1;
  // A transition splits the work, which would block a slow phone in one task.
  const goOn = (): void => startTransition(() => list.showPages(wanted + 1));
  const showMore = async (): Promise<void> => {
    if (asked?.at === 'end' && asked.failure && asked.page <= wanted) {
      await ask('end', asked.page);
      return;
    }
    const isHere = known?.next === 'saved' || isOffline || !known;
    if (isHere) goOn();
    if (isOffline || !known) return;
    const isNew = await ask('end', known.next === 'saved' ? wanted + 1 : endPage);
    if (isNew && !isHere) goOn();
  };
  const view = pagedView({ ...list, read, refresh, isOffline, isAsking: isLoadingAt('end') });
  useShownAge('fetchedAt' in view ? view.fetchedAt : undefined);
  return {
    view,
    isOffline,
    retry,
    gap: {
      isOffline,
      isLoading: isLoadingAt('gap'),
      failure: failureAt('gap'),
      onLoad: () => void ask('gap', endPage),
    },
    end: {
      state: view.phase === 'list' ? view.more : 'end',
      failure: failureAt('end'),
      onMore: () => void showMore(),
    },
  };
}
