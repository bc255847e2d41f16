import type { Remote } from 'comlink';
import { startTransition, useEffect, useRef, useState } from 'react';

import type { Listed } from '../../../local/queries/read-listed.ts';
import { ok, type Failure, type Result } from '../../../contract/result.ts';
import type { GoodiesDatabase } from '../../../local/database.ts';
import type { DataWorkerApi } from '../../../workers/api.ts';
import { useConnectivity } from '../connectivity.ts';
import { callWorker } from '../worker/data-worker.ts';
import type { LiveState } from './live-query.ts';
import { type RefreshState, useRefresh } from './use-refresh.ts';
import { useShownAge } from './shown-age.ts';
import { useLive } from './use-live.ts';

export interface PagedRead<Row> {
  readonly list: Listed<Row> | undefined;
  readonly saved: readonly Row[];
  readonly isMoreSaved: boolean;
}

/** Thousands of saved rows would block a cheap phone for seconds. */
const SAVED_PAGE_ROWS = 30;

/** `narrow`: the maximum of rows is shown, and only filters lead further back. */
export type MoreState = 'end' | 'ready' | 'loading' | 'offline' | 'narrow';

export type PagedView<Row> =
  | { readonly phase: 'loading' }
  | { readonly phase: 'failed'; readonly message: string }
  | { readonly phase: 'unsaved' }
  | { readonly phase: 'empty'; readonly fetchedAt: number }
  | {
      readonly phase: 'list';
      readonly rows: readonly Row[];
      /** The ids of rows before which the device lacks other rows. */
      readonly gaps: ReadonlySet<string>;
      readonly source: 'server' | 'saved';
      readonly more: MoreState;
      readonly fetchedAt: number;
      readonly failure: string | undefined;
    };

export interface PagedFacts<Row> {
  readonly read: LiveState<PagedRead<Row>>;
  readonly refresh: RefreshState;
  readonly isAsking: boolean;
  readonly isOffline: boolean;
  readonly wanted: number;
  readonly pagesMax?: number;
}

export async function readPaged<Row>(
  { wanted, pageSize }: { readonly wanted: number; readonly pageSize: number },
  readList: (rowsMax: number) => Promise<Listed<Row> | undefined>,
  readSaved: (rowsMax: number) => Promise<readonly Row[]>,
): Promise<PagedRead<Row>> {
  const list = await readList(wanted * pageSize);
  const savedMax = wanted * SAVED_PAGE_ROWS;
  const saved = list ? [] : await readSaved(savedMax + 1);
  return { list, saved: saved.slice(0, savedMax), isMoreSaved: saved.length > savedMax };
}

function moreOf<Row>(
  { hasMore, next }: Pick<Listed<Row>, 'hasMore' | 'next'>,
  { isAsking, isOffline, wanted, pagesMax = Infinity }: PagedFacts<Row>,
): MoreState {
  if (isAsking) return 'loading';
  if (!hasMore) return 'end';
  if (wanted >= pagesMax) return 'narrow';
  return isOffline && next === 'none' ? 'offline' : 'ready';
}

export function pagedView<Row extends { readonly fetchedAt: number }>(
  facts: PagedFacts<Row>,
): PagedView<Row> {
  const { read, refresh, isOffline } = facts;
  if (read.phase === 'loading') return { phase: 'loading' };
  const { list, saved, isMoreSaved } = read.data;
  const failure = !isOffline && refresh.phase === 'failed' ? refresh.error.message : undefined;
  if (list) {
    const { rows, gaps, fetchedAt } = list;
    if (rows.length === 0) return { phase: 'empty', fetchedAt };
    const more = moreOf(list, facts);
    return { phase: 'list', rows, gaps, source: 'server', more, fetchedAt, failure };
  }
  if (refresh.phase === 'running' && !isOffline) return { phase: 'loading' };
  if (saved.length > 0 && (isOffline || failure !== undefined)) {
    const fetchedAt = Math.min(...saved.map((row) => row.fetchedAt));
    const { wanted, pagesMax = Infinity } = facts;
    const more = !isMoreSaved ? 'offline' : wanted >= pagesMax ? 'narrow' : 'ready';
    const gaps: ReadonlySet<string> = new Set();
    return { phase: 'list', rows: saved, gaps, source: 'saved', more, fetchedAt, failure };
  }
  if (isOffline) return { phase: 'unsaved' };
  // The answer was for an ended session, and another request is under way.
  return failure === undefined ? { phase: 'loading' } : { phase: 'failed', message: failure };
}

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
  const known = read.data?.list;
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
