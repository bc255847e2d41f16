import { describe, expect, test } from 'vitest';

import type { TransactionRow } from '../../../../local/rows.ts';
import { freshDatabase } from '../../../../local/testing/fresh-device.ts';
import {
  countFilters,
  historyPath,
  isBackwards,
  NO_FILTERS,
  readHistoryAddress,
  readSaved,
  statementQuery,
  type HistoryFilters,
} from './history-filters.ts';
import { sampleTransaction } from '../../../../local/testing/samples.ts';

const PHONES_ZONE = new Intl.DateTimeFormat().resolvedOptions().timeZone;
const all: HistoryFilters = {
  type: 'voucher_win',
  status: 'completed',
  from: '2026-11-01',
  to: '2026-11-20',
};

describe('the address', () => {
  test('brings back what it was made from', () => {
    const path = historyPath({ filters: all, pages: 3 });
    expect(path).toBe(
      '/transactions?type=voucher_win&status=completed&start_date=2026-11-01&end_date=2026-11-20&pages=3',
    );
    const query = new URLSearchParams(path.split('?')[1]);
    expect(readHistoryAddress(query)).toEqual({ filters: all, pages: 3 });
    expect(historyPath({ filters: NO_FILTERS, pages: 1 })).toBe('/transactions');
  });

  test.each([
    'type=rent',
    'status=lost',
    'start_date=2026-02-30',
    'end_date=yesterday',
    'pages=0',
    'pages=x',
  ])('leaves out %s', (text) => {
    expect(readHistoryAddress(new URLSearchParams(text))).toEqual({
      filters: NO_FILTERS,
      pages: 1,
    });
  });

  test('cannot ask for more pages than a phone can draw', () => {
    expect(readHistoryAddress(new URLSearchParams('pages=9999')).pages).toBe(50);
  });
});

describe('dates', () => {
  test('apply when both are set', () => {
    expect(statementQuery(all)).toEqual({
      type: 'voucher_win',
      status: 'completed',
      start_date: '2026-11-01',
      end_date: '2026-11-20',
      time_zone: PHONES_ZONE,
    });
    expect(countFilters(all)).toBe(3);
  });

  test.each([
    { ...NO_FILTERS, from: '2026-11-01' },
    { ...NO_FILTERS, to: '2026-11-20' },
    { ...NO_FILTERS, from: '0002-11-01', to: '2026-11-20' },
    { ...NO_FILTERS, from: '2026-11-20', to: '2026-11-01' },
  ])('do not apply: $from to $to', (filters) => {
    expect(statementQuery(filters)).toEqual({});
    expect(countFilters(filters)).toBe(0);
  });

  test('apply also from a year that nothing is of', () => {
    const early = { ...NO_FILTERS, from: '2019-06-01', to: '2026-01-31' };
    expect(statementQuery(early)).toEqual({
      start_date: '2019-06-01',
      end_date: '2026-01-31',
      time_zone: PHONES_ZONE,
    });
    expect(isBackwards({ ...NO_FILTERS, from: '2026-01-01', to: '2019-12-31' })).toBe(true);
    expect(isBackwards({ ...NO_FILTERS, from: '2026-01-01', to: '0202-12-31' })).toBe(false);
  });

  test('in the wrong order are told apart from dates that are missing', () => {
    expect(isBackwards({ ...NO_FILTERS, from: '2026-11-20', to: '2026-11-01' })).toBe(true);
    expect(isBackwards({ ...NO_FILTERS, from: '2026-11-20' })).toBe(false);
    expect(isBackwards(all)).toBe(false);
  });
});

const row = (id: string, change: Partial<TransactionRow> = {}): TransactionRow => ({
  ...sampleTransaction({ id, transaction_type: 'wallet_topup', status: 'completed' }),
  created_at: new Date(2026, 10, 20, 9).toISOString(),
  fetchedAt: 50,
  ...change,
});

test('saved transactions are picked by type, status and whole days, the newest first', async () => {
  const rows = [
    row('late', { created_at: new Date(2026, 10, 20, 23, 59).toISOString() }),
    row('early', { created_at: new Date(2026, 10, 20, 0, 0).toISOString() }),
    row('before', { created_at: new Date(2026, 10, 19, 23, 59).toISOString() }),
    row('win', { transaction_type: 'voucher_win' }),
    row('failed', { status: 'failed' }),
  ];
  const db = freshDatabase();
  await db.transactions.bulkPut(rows);
  const ids = async (change: object, rowsMax = 30): Promise<string[]> =>
    (await readSaved(db, { ...NO_FILTERS, ...change }, rowsMax)).map(({ id }) => id);
  const day = { from: '2026-11-20', to: '2026-11-20' };
  expect(await ids({ type: 'topup', status: 'completed', ...day })).toEqual(['late', 'early']);
  expect(await ids({ type: 'voucher_win' })).toEqual(['win']);
  expect(await ids({ status: 'failed' })).toEqual(['failed']);
  expect(await ids({ from: '2026-11-20' })).toHaveLength(5);
  expect(await ids({}, 1)).toEqual(['late']);
});

test('no more are read than are shown', async () => {
  const db = freshDatabase();
  const rows = Array.from({ length: 200 }, (_, index) =>
    row(`t${index}`, { created_at: new Date(2026, 0, 1, 0, index).toISOString() }),
  );
  await db.transactions.bulkPut(rows);
  let read = 0;
  db.transactions.hook('reading', (found) => {
    read += 1;
    return found;
  });
  expect(await readSaved(db, NO_FILTERS, 31)).toHaveLength(31);
  expect(read).toBeLessThanOrEqual(32);
});
