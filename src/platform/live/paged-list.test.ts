import { describe, expect, test } from 'vitest';

import type { Listed } from '../../../local/queries/read-listed.ts';
import {
  pagedView,
  readPaged,
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
const listOf = (ids: readonly string[], change: Partial<Listed<Row>> = {}): Listed<Row> => ({
  rows: ids.map(row),
  gaps: new Set(),
  hasMore: true,
  next: 'none',
  end: ids.length,
  fetchedAt: 100,
  ...change,
});
const DONE: RefreshState = { phase: 'done' };
const RUNNING: RefreshState = { phase: 'running' };
const FAILED: RefreshState = {
  phase: 'failed',
  error: { code: 'vouchers_failed', message: 'Failed to fetch vouchers' },
};
const NOTHING: PagedRead<Row> = { list: undefined, saved: [], isMoreSaved: false };

const view = (data: PagedRead<Row>, facts: Partial<PagedFacts<Row>> = {}): PagedView<Row> =>
  pagedView({
    read: { phase: 'ready', data },
    refresh: DONE,
    isAsking: false,
    isOffline: false,
    wanted: 1,
    ...facts,
  });

describe('without a mirrored list', () => {
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
      gaps: new Set(),
      source: 'saved',
      more: 'offline',
      fetchedAt: 50,
      failure,
    });
  });

  test('more of them are there to be shown', () => {
    const data = { ...NOTHING, saved: [row('a')], isMoreSaved: true };
    expect(view(data, { isOffline: true })).toMatchObject({ more: 'ready' });
  });

  test('offline with nothing saved, it says so', () => {
    expect(view(NOTHING, { isOffline: true, refresh: FAILED })).toEqual({ phase: 'unsaved' });
  });
});

describe('with a mirrored list', () => {
  test('it is shown at once, with its age and its gaps, also while the server is asked', () => {
    const list = listOf(['a', 'b'], { hasMore: false, gaps: new Set(['b']) });
    expect(view({ ...NOTHING, list }, { refresh: RUNNING })).toMatchObject({
      phase: 'list',
      rows: [row('a'), row('b')],
      gaps: new Set(['b']),
      source: 'server',
      more: 'end',
      fetchedAt: 100,
    });
  });

  test('an empty answer is empty, not loading', () => {
    const list = listOf([], { hasMore: false });
    expect(view({ ...NOTHING, list })).toEqual({ phase: 'empty', fetchedAt: 100 });
  });

  test('a failure stands beside it', () => {
    expect(view({ ...NOTHING, list: listOf(['a']) }, { refresh: FAILED })).toMatchObject({
      phase: 'list',
      failure: 'Failed to fetch vouchers',
    });
  });

  test.each<[string, Partial<PagedFacts<Row>>, Partial<Listed<Row>>, string]>([
    ['ready online', {}, {}, 'ready'],
    ['loading while it is asked for', { isAsking: true }, {}, 'loading'],
    ['offline without a network', { isOffline: true }, {}, 'offline'],
    ['ready without a network when it is saved', { isOffline: true }, { next: 'saved' }, 'ready'],
    ['ready without a network behind a gap', { isOffline: true }, { next: 'gap' }, 'ready'],
    ['not offered past the most pages', { pagesMax: 1 }, {}, 'narrow'],
  ])('more is %s', (_, facts, change, more) => {
    const data = { ...NOTHING, list: listOf(['a'], change) };
    expect(view(data, facts)).toMatchObject({ phase: 'list', more });
  });
});

test('saved rows, too, go on to the most pages', () => {
  const data = { ...NOTHING, saved: [row('a')], isMoreSaved: true };
  const facts = { isOffline: true, wanted: 2 };
  expect(view(data, { ...facts, pagesMax: 3 })).toMatchObject({ more: 'ready' });
  expect(view(data, { ...facts, pagesMax: 2 })).toMatchObject({ more: 'narrow' });
});

describe('reading', () => {
  test('takes as many rows as the pages have', async () => {
    const asked: number[] = [];
    const readList = async (rowsMax: number) => {
      asked.push(rowsMax);
      return listOf(['a']);
    };
    const read = await readPaged({ wanted: 3, pageSize: 10 }, readList, async () => [row('s')]);
    expect(asked).toEqual([30]);
    expect(read).toMatchObject({ list: { rows: [row('a')] }, saved: [] });
  });

  test('of what was saved a page is shown for each that is asked for, and whether there is more', async () => {
    const many = Array.from({ length: 100 }, (_, index) => row(String(index)));
    const asked: number[] = [];
    const readSaved = async (rowsMax: number) => {
      asked.push(rowsMax);
      return many.slice(0, rowsMax);
    };
    const readFirst = (wanted: number) =>
      readPaged({ wanted, pageSize: 10 }, async () => undefined, readSaved);
    const first = await readFirst(1);
    expect(first.saved).toHaveLength(30);
    expect(first.isMoreSaved).toBe(true);
    const last = await readFirst(4);
    expect(last.saved).toHaveLength(100);
    expect(last.isMoreSaved).toBe(false);
    expect(asked).toEqual([31, 121]);
  });
});
