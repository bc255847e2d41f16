import { expect, it } from 'vitest';

import { expectFailure } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const GOOD = { lcp_ms: 2_400, inp_ms: 180, cls_ten_thousandths: 150, offline_ready_ms: 9_000 };
const tell = (body: object, address?: string) =>
  test.call('POST', '/page-vitals', { body, address });
const measured = async (): Promise<string[]> => {
  const { text } = await test.call('GET', 'root:/metrics');
  return text.split('\n').filter((line) => /^page_\w+_(?:sum|count)\{/.test(line));
};

it('are counted by region, each where it was measured', async () => {
  expect((await tell(GOOD, '41.58.0.1')).status).toBe(200);
  expect((await tell({ lcp_ms: 600 }, '41.58.0.1')).status).toBe(200);
  expect((await tell({ cls_ten_thousandths: 5_000 }, '197.248.0.1')).status).toBe(200);
  expect(await measured()).toEqual([
    'page_lcp_seconds_sum{region="nigeria"} 3',
    'page_lcp_seconds_count{region="nigeria"} 2',
    'page_inp_seconds_sum{region="nigeria"} 0.18',
    'page_inp_seconds_count{region="nigeria"} 1',
    'page_layout_shift_sum{region="nigeria"} 0.015',
    'page_layout_shift_count{region="nigeria"} 1',
    'page_layout_shift_sum{region="kenya"} 0.5',
    'page_layout_shift_count{region="kenya"} 1',
    'page_offline_ready_seconds_sum{region="nigeria"} 9',
    'page_offline_ready_seconds_count{region="nigeria"} 1',
  ]);
});

it.each([
  ['a time below zero', { lcp_ms: -1 }],
  ['an hour until the first paint', { lcp_ms: 3_600_000 }],
  ['a word for a time', { inp_ms: 'fast' }],
  ['a page’s address', { path: '/v/01ARZ3NDEKTSV4RRFFQ69G5FAV' }],
])('are refused with %s', async (_what, wrong) => {
  const before = await measured();
  expectFailure(await tell({ ...GOOD, ...wrong }, '41.0.1.1'), 422, 'validation_failed');
  expect(await measured()).toEqual(before);
});

it('are refused when one network tells too many', async () => {
  const statuses: number[] = [];
  for (let report = 0; report < 31; report += 1)
    statuses.push((await tell(GOOD, '41.58.7.7')).status);
  expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
});
