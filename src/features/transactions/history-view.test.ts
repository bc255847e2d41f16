import { describe, expect, test } from 'vitest';

import type { TransactionRow } from '../../../local/rows.ts';
import { groupByDay } from './group-by-day.ts';
import { NO_FILTERS } from './history-filters.ts';
import { historyView, type HistoryFacts } from './history-view.ts';
import type { HistoryRead } from './read-history.ts';
import { selectSaved } from './select-saved.ts';

const row = (id: string, change: Partial<TransactionRow> = {}): TransactionRow => ({
  id,
  type: 'credit',
  transaction_type: 'wallet_topup',
  status: 'completed',
  amount: 5,
  currency: 'NGN',
  reference: id,
  description: 'Wallet top-up',
  payment_method: null,
  payment_gateway: null,
  created_at: new Date(2026, 10, 20, 9).toISOString(),
  fetchedAt: 50,
  ...change,
});
const page = (ids: readonly string[], hasMore = false, fetchedAt = 100) => ({
  transactions: ids.map((id) => row(id)),
  hasMore,
  totalPages: 2,
  totalCount: 12,
  fetchedAt,
});
const NETWORK = { code: 'network', message: 'Network error occurred' } as const;

function view(read: Partial<HistoryRead>, facts: Partial<HistoryFacts> = {}) {
  const data = { pages: [], isNextSaved: false, saved: [], ...read };
  return historyView({
    read: { phase: 'ready', data },
    refresh: { phase: 'done' },
    isOffline: false,
    wanted: 1,
    ...facts,
  });
}

describe('what the history shows', () => {
  test('each transaction once, as old as its oldest page', () => {
    const pages = [page(['a', 'b'], true, 200), page(['b', 'c'], false, 100)];
    const shown = view({ pages }, { wanted: 2 });
    expect(shown).toMatchObject({ phase: 'list', more: 'end', fetchedAt: 100 });
    expect(shown.phase === 'list' && shown.transactions.map(({ id }) => id)).toEqual([
      'a',
      'b',
      'c',
    ]);
  });

  test('nothing yet while the server is asked, then why there is nothing', () => {
    expect(view({}, { refresh: { phase: 'running' } })).toEqual({ phase: 'loading' });
    expect(view({}, { refresh: { phase: 'failed', error: NETWORK } })).toEqual({
      phase: 'failed',
      message: 'Network error occurred',
    });
    expect(view({ pages: [page([])] })).toEqual({ phase: 'empty', fetchedAt: 100 });
  });

  test('without a network what was saved on other ways', () => {
    expect(view({}, { isOffline: true })).toEqual({ phase: 'unsaved' });
    expect(view({ saved: [row('a')] }, { isOffline: true })).toMatchObject({
      phase: 'list',
      source: 'saved',
      fetchedAt: 50,
    });
  });

  test.each([
    [{ wanted: 1 }, false, 'ready'],
    [{ wanted: 2, refresh: { phase: 'running' } }, false, 'loading'],
    [{ wanted: 1, isOffline: true }, false, 'offline'],
    [{ wanted: 1, isOffline: true }, true, 'ready'],
  ] satisfies [Partial<HistoryFacts>, boolean, string][])(
    'more of it: %j, next saved %s: %s',
    (facts, isNextSaved, more) => {
      expect(view({ pages: [page(['a'], true)], isNextSaved }, facts)).toMatchObject({ more });
    },
  );
});

test('days are called by their distance, else in full', () => {
  const at = (day: number): TransactionRow =>
    row(String(day), { created_at: new Date(2026, 10, day, 12).toISOString() });
  const days = groupByDay([at(20), at(19), at(16)], new Date(2026, 10, 20, 15));
  expect(days.map(({ label }) => label)).toEqual(['Today', 'Yesterday', '16 November 2026']);
});

test('saved transactions are picked by type, status and whole days', () => {
  const rows = [
    row('late', { created_at: new Date(2026, 10, 20, 23, 59).toISOString() }),
    row('early', { created_at: new Date(2026, 10, 20, 0, 0).toISOString() }),
    row('before', { created_at: new Date(2026, 10, 19, 23, 59).toISOString() }),
    row('win', { transaction_type: 'voucher_win' }),
    row('failed', { status: 'failed' }),
  ];
  const ids = (change: object): string[] =>
    selectSaved(rows, { ...NO_FILTERS, ...change }).map(({ id }) => id);
  expect(ids({ type: 'topup', status: 'completed', from: '2026-11-20', to: '2026-11-20' })).toEqual(
    ['late', 'early'],
  );
  expect(ids({ type: 'voucher_win' })).toEqual(['win']);
  expect(ids({ status: 'failed' })).toEqual(['failed']);
  expect(ids({ from: '2026-11-20' })).toHaveLength(5);
});
