import { ok, type Result } from '../../contract/result.ts';
import { continues, joinPage, type KnownList, type ListPage } from '../../local/join-page.ts';
import { type AnyListRow, knownList, type RowsById } from '../../local/queries/read-listed.ts';
import type { Mirrored } from '../../local/rows.ts';
import type { Done, WorkerContext } from '../context.ts';
import { type MirrorPlan, refreshMirror, type RefreshOptions } from './refresh-mirror.ts';

interface Lists<List> {
  readonly name: string;
  get(key: string): PromiseLike<List | undefined>;
  put(list: List): PromiseLike<unknown>;
}

export interface PagePlan<Answer, List extends AnyListRow> extends Pick<
  MirrorPlan<Answer>,
  'ttlMs' | 'tables'
> {
  readonly lists: Lists<List>;
  readonly listKey: string;
  readonly rows: RowsById<Mirrored>;
  /** Starts at 1. */
  readonly page: number;
  readonly pageSize: number;
  readonly load: (page: number) => Promise<Result<Answer>>;
  readonly pageOf: (answer: Answer, page: number) => Omit<ListPage, 'offset'>;
  readonly storeRows: (answer: Answer, nowMs: number, page: number) => Promise<unknown>;
  readonly listOf: (list: KnownList, answer: Answer) => Omit<List, 'key' | 'fetchedAt' | 'isStale'>;
}

type Pages<Answer> = readonly { readonly page: number; readonly answer: Answer }[];

/** The first page uses the list's own time. */
async function mirroredPage<Answer, List extends AnyListRow>({
  lists,
  listKey,
  rows,
  page,
  pageSize,
}: PagePlan<Answer, List>): Promise<Mirrored | undefined> {
  const list = await lists.get(listKey);
  if (!list || page === 1) return list;
  const { ids, gaps = [], hasMore } = knownList(list);
  const here = ids.slice((page - 1) * pageSize, page * pageSize);
  if (here.some((id) => gaps.includes(id)) || (hasMore && here.length < pageSize)) return undefined;
  const found = (await rows.bulkGet(here)).filter((row) => row !== undefined);
  if (found.length < here.length) return undefined;
  return found.length > 0
    ? { fetchedAt: Math.min(...found.map(({ fetchedAt }) => fetchedAt)) }
    : undefined;
}

/** Also loads the page before, if rows have moved and nothing proves that the pages connect. */
async function loadPages<Answer, List extends AnyListRow>(
  plan: PagePlan<Answer, List>,
): Promise<Result<Pages<Answer>>> {
  const { lists, listKey, page, pageSize, load, pageOf } = plan;
  const answer = await load(page);
  if (!answer.ok) return answer;
  const asked = { page, answer: answer.value };
  const list = page > 1 ? await lists.get(listKey) : undefined;
  const offset = (page - 1) * pageSize;
  if (!list || continues(knownList(list), { ...pageOf(answer.value, page), offset }))
    return ok([asked]);
  const before = await load(page - 1);
  return ok(before.ok ? [{ page: page - 1, answer: before.value }, asked] : [asked]);
}

async function storePage<Answer, List extends AnyListRow>(
  plan: PagePlan<Answer, List>,
  page: number,
  answer: Answer,
  nowMs: number,
): Promise<void> {
  const { lists, listKey, pageSize, pageOf, storeRows, listOf } = plan;
  await storeRows(answer, nowMs, page);
  const before = await lists.get(listKey);
  // Without the first page, the position of this page is unknown.
  if (!before && page > 1) return;
  const known = before && knownList(before);
  const list = joinPage(known, { ...pageOf(answer, page), offset: (page - 1) * pageSize });
  const stamp =
    page === 1 || !before
      ? { fetchedAt: nowMs }
      : { fetchedAt: before.fetchedAt, ...(before.isStale && { isStale: before.isStale }) };
  await lists.put({ ...listOf(list, answer), ...stamp, key: listKey } as List);
}

export function refreshPage<Answer, List extends AnyListRow>(
  ctx: WorkerContext,
  plan: PagePlan<Answer, List>,
  options?: RefreshOptions,
): Promise<Done> {
  const { lists, listKey, page, ttlMs, tables } = plan;
  return refreshMirror<Pages<Answer>>(
    ctx,
    {
      key: `${lists.name} ${listKey} ${page}`,
      mirrored: () => mirroredPage(plan),
      ttlMs,
      tables,
      load: () => loadPages(plan),
      store: async (pages, nowMs) => {
        for (const { page: number, answer } of pages) await storePage(plan, number, answer, nowMs);
      },
    },
    options,
  );
}
