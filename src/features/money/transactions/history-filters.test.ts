import { describe, expect, test } from 'vitest';

import {
  countFilters,
  historyPath,
  isBackwards,
  NO_FILTERS,
  readHistoryAddress,
  statementQuery,
  type HistoryFilters,
} from './history-filters.ts';

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
