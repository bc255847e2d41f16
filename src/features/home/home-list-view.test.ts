import { describe, expect, test } from 'vitest';

import type { VoucherListPage } from '../../../local/queries/vouchers.ts';
import type { VoucherRow } from '../../../local/rows.ts';
import type { RefreshState } from '../../platform/live/use-refresh.ts';
import { homeListView, type HomeListFacts, type HomeListView } from './home-list-view.ts';
import type { HomeListRead } from './read-home-list.ts';

const voucher = (ulid: string): VoucherRow => ({ ulid }) as VoucherRow;
const page = (ulids: readonly string[], lastPage = 1): VoucherListPage => ({
  vouchers: ulids.map(voucher),
  lastPage,
  total: ulids.length,
  fetchedAt: 0,
});
const DONE: RefreshState = { phase: 'done' };
const RUNNING: RefreshState = { phase: 'running' };
const FAILED: RefreshState = {
  phase: 'failed',
  error: { code: 'vouchers_failed', message: 'Failed to fetch vouchers' },
};
const NOTHING: HomeListRead = { pages: [], isNextSaved: false, saved: [] };

const view = (data: HomeListRead, facts: Partial<HomeListFacts> = {}): HomeListView =>
  homeListView({
    read: { phase: 'ready', data },
    refresh: DONE,
    isOffline: false,
    wanted: 1,
    ...facts,
  });

describe('without a mirrored page', () => {
  test('it loads while the server is asked', () => {
    expect(view(NOTHING, { read: { phase: 'loading' } }).phase).toBe('loading');
    expect(view({ ...NOTHING, saved: [voucher('a')] }, { refresh: RUNNING }).phase).toBe('loading');
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
  ])('saved vouchers stand in: offline $isOffline', ({ isOffline, refresh, failure }) => {
    expect(view({ ...NOTHING, saved: [voucher('a')] }, { isOffline, refresh })).toEqual({
      phase: 'list',
      vouchers: [voucher('a')],
      source: 'saved',
      more: 'none',
      failure,
    });
  });

  test('offline with nothing saved, it says so', () => {
    expect(view(NOTHING, { isOffline: true, refresh: FAILED })).toEqual({ phase: 'unsaved' });
  });
});

describe('with mirrored pages', () => {
  test('they are shown at once, each voucher once, also while the server is asked', () => {
    const pages = [page(['a', 'b'], 2), page(['b', 'c'], 2)];
    expect(view({ ...NOTHING, pages }, { wanted: 2, refresh: RUNNING })).toMatchObject({
      phase: 'list',
      vouchers: [voucher('a'), voucher('b'), voucher('c')],
      source: 'server',
      more: 'none',
    });
  });

  test('an empty answer is empty, not loading', () => {
    expect(view({ ...NOTHING, pages: [page([])] })).toEqual({ phase: 'empty' });
  });

  test('a failure stands beside them', () => {
    expect(view({ ...NOTHING, pages: [page(['a'])] }, { refresh: FAILED })).toMatchObject({
      phase: 'list',
      failure: 'Failed to fetch vouchers',
    });
  });

  test.each<[string, Partial<HomeListFacts>, Partial<HomeListRead>, string]>([
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
  ])('more is %s', (_, facts, read, more) => {
    const data = { ...NOTHING, pages: [page(['a'], 3)], ...read };
    expect(view(data, facts)).toMatchObject({ phase: 'list', more });
  });
});
