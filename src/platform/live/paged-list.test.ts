import { describe, expect, test } from 'vitest';

import {
  pagedView,
  readPages,
  type ListPage,
  type PagedFacts,
  type PagedRead,
  type PagedView,
} from './paged-list.ts';
import type { RefreshState } from './use-refresh.ts';

interface Row {
  readonly id: string;
  readonly fetchedAt: number;
}
const row = (id: string): Row => ({ id, fetchedAt: 50 });
const page = (ids: readonly string[], hasMore = false, fetchedAt = 100): ListPage<Row> => ({
  rows: ids.map(row),
  hasMore,
  fetchedAt,
});
const DONE: RefreshState = { phase: 'done' };
const RUNNING: RefreshState = { phase: 'running' };
const FAILED: RefreshState = {
  phase: 'failed',
  error: { code: 'vouchers_failed', message: 'Failed to fetch vouchers' },
};
const NOTHING: PagedRead<Row> = { pages: [], isNextSaved: false, saved: [] };

const view = (data: PagedRead<Row>, facts: Partial<PagedFacts<Row>> = {}): PagedView<Row> =>
  pagedView({
    read: { phase: 'ready', data },
    refresh: DONE,
    isOffline: false,
    wanted: 1,
    keyOf: ({ id }) => id,
    ...facts,
  });

describe('without a mirrored page', () => {
  test('it loads while the server is asked', () => {
    expect(view(NOTHING, { read: { phase: 'loading' } }).phase).toBe('loading');
    expect(view({ ...NOTHING, saved: [row('a')] }, { refresh: RUNNING }).phase).toBe('loading');
  });

  test('a failure is shown with its reason', () => {
    expect(view(NOTHING, { refresh: FAILED })).toEqual({
      phase: 'failed',
      message: 'Failed to fetch vouchers',
    });
  });

  test.each([
    { isOffline: true, refresh: RUNNING, failure: undefined },
    { isOffline: true, refresh: FAILED, failure: undefined },
    { isOffline: false, refresh: FAILED, failure: 'Failed to fetch vouchers' },
  ])('saved rows stand in: offline $isOffline', ({ isOffline, refresh, failure }) => {
    expect(view({ ...NOTHING, saved: [row('a')] }, { isOffline, refresh })).toEqual({
      phase: 'list',
      rows: [row('a')],
      source: 'saved',
      more: 'offline',
      fetchedAt: 50,
      failure,
    });
  });

  test('more of them are there to be shown', () => {
    const data = { ...NOTHING, saved: [row('a')], isNextSaved: true };
    expect(view(data, { isOffline: true })).toMatchObject({ more: 'ready' });
  });

  test('offline with nothing saved, it says so', () => {
    expect(view(NOTHING, { isOffline: true, refresh: FAILED })).toEqual({ phase: 'unsaved' });
  });
});

describe('with mirrored pages', () => {
  test('they are shown at once, each once, as old as the oldest,, also while the server is asked', () => {
    const pages = [page(['a', 'b'], true, 200), page(['b', 'c'])];
    expect(view({ ...NOTHING, pages }, { wanted: 2, refresh: RUNNING })).toMatchObject({
      phase: 'list',
      rows: [row('a'), row('b'), row('c')],
      source: 'server',
      more: 'end',
      fetchedAt: 100,
    });
  });

  test('an empty answer is empty, not loading', () => {
    expect(view({ ...NOTHING, pages: [page([])] })).toEqual({ phase: 'empty', fetchedAt: 100 });
  });

  test('a failure stands beside them', () => {
    expect(view({ ...NOTHING, pages: [page(['a'])] }, { refresh: FAILED })).toMatchObject({
      phase: 'list',
      failure: 'Failed to fetch vouchers',
    });
  });

  test.each<[string, Partial<PagedFacts<Row>>, Partial<PagedRead<Row>>, string]>([
    ['ready online', {}, {}, 'ready'],
    [
      'loading while the page that was asked for comes',
      { wanted: 2, refresh: RUNNING },
      {},
      'loading',
    ],
    ['ready again after that failed', { wanted: 2, refresh: FAILED }, {}, 'ready'],
    ['offline without a network', { isOffline: true }, {}, 'offline'],
    [
      'ready without a network when it is saved',
      { isOffline: true },
      { isNextSaved: true },
      'ready',
    ],
    ['not offered past the most pages', { pagesMax: 1 }, {}, 'narrow'],
  ])('more is %s', (_, facts, read, more) => {
    const data = { ...NOTHING, pages: [page(['a'], true)], ...read };
    expect(view(data, facts)).toMatchObject({ phase: 'list', more });
  });
});

test('saved rows, too, go on to the most pages', () => {
  const data = { ...NOTHING, saved: [row('a')], isNextSaved: true };
  const facts = { isOffline: true, wanted: 2 };
  expect(view(data, { ...facts, pagesMax: 3 })).toMatchObject({ more: 'ready' });
  expect(view(data, { ...facts, pagesMax: 2 })).toMatchObject({ more: 'narrow' });
});

describe('reading', () => {
  const saved = [row('s')];
  const read = (wanted: number, mirrored: readonly number[]) =>
    readPages(
      wanted,
      async (number) => (mirrored.includes(number) ? page([String(number)], true) : undefined),
      async () => saved,
    );

  test('ends before the first page that is missing', async () => {
    const { pages, isNextSaved } = await read(3, [1, 3]);
    expect(pages.map(({ rows }) => rows[0]?.id)).toEqual(['1']);
    expect(isNextSaved).toBe(false);
  });

  test('looks one page ahead', async () => {
    expect(await read(1, [1, 2])).toMatchObject({ isNextSaved: true, saved: [] });
  });

  test('without the first page whatever was saved stands in', async () => {
    expect(await read(1, [2])).toEqual({ pages: [], isNextSaved: false, saved });
  });

  test('of what was saved a page is shown for each that is asked for, and whether there is more', async () => {
    const many = Array.from({ length: 100 }, (_, index) => row(String(index)));
    const asked: number[] = [];
    const readSaved = async (rowsMax: number) => {
      asked.push(rowsMax);
      return many.slice(0, rowsMax);
    };
    const first = await readPages(1, async () => undefined, readSaved);
    expect(first.saved).toHaveLength(30);
    expect(first.isNextSaved).toBe(true);
    const last = await readPages(4, async () => undefined, readSaved);
    expect(last.saved).toHaveLength(100);
    expect(last.isNextSaved).toBe(false);
    expect(asked).toEqual([31, 121]);
  });
});
