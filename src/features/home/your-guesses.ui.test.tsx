import { beforeEach, expect, test, vi } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import type { VoucherRow } from '../../../local/rows.ts';
import { sampleVoucher } from '../../../local/testing/samples.ts';
import { render } from '../../ui/test-render.ts';
import { YourGuesses } from './your-guesses.tsx';

const NOW = Date.parse('2026-11-21T08:00:00Z');
beforeEach(() => {
  vi.useFakeTimers({ now: NOW });
  return () => vi.useRealTimers();
});

const row = (ulid: string, change: Parameters<typeof sampleVoucher>[0]): VoucherRow => ({
  ...sampleVoucher({ ulid, first_reveal_views: null, second_reveal_views: null, ...change }),
  fetchedAt: NOW,
});
const byViews = (views: number) =>
  row(`views-${views}`, { reveal_method: 'views', views, second_reveal_views: 5_000 });
const byTime = (inMs: number) =>
  row(`time-${inMs}`, { reveal_method: 'time', remaining_time: NOW + inMs });
const lottery = (inMs: number) =>
  row(`lottery-${inMs}`, {
    reveal_method: 'lottery',
    final_reveal_time: new Date(NOW + inMs).toISOString(),
  });

const shown = (rows: readonly VoucherRow[], coinsPending = 0): HTMLElement =>
  render(<YourGuesses followed={{ rows, coinsPending, fetchedAt: NOW }} />).container;
const tickets = (container: HTMLElement): (string | null)[] =>
  [...container.querySelectorAll('li')].map(({ textContent }) => textContent);

test('what opens first comes first, with what opens and when', () => {
  const [first, second, third, ...more] = tickets(
    shown([lottery(20 * HOUR_MS), byTime(2 * HOUR_MS), byViews(4_000)]),
  );
  expect(first).toContain('Next digit in 2h 0m');
  expect(second).toContain('Next digit at 5,000 views, 1,000 to go');
  expect(third).toContain('Draw in 20h 0m');
  expect(more).toEqual([]);
});

test('what is about to open can be watched live', () => {
  const live = (voucher: VoucherRow): string | null | undefined =>
    shown([voucher]).querySelector('[href^="/lv/"]')?.getAttribute('aria-label');
  for (const near of [byViews(4_680), byTime(5 * MINUTE_MS), lottery(5 * MINUTE_MS)])
    expect(live(near)).toMatch(/^Watch live: .+ voucher$/);
  for (const far of [byViews(4_000), byTime(DAY_MS), byTime(-DAY_MS), lottery(DAY_MS)])
    expect(live(far)).toBeUndefined();
});

test('a voucher that was won meanwhile says by whom, after those that are open', () => {
  const winner = { username: 'kofi', avatar: null };
  const won = row('won', { status: 'completed', is_used: true, winner });
  const [first, last] = tickets(shown([won, byViews(10)]));
  expect(first).toContain('to go');
  expect(last).toContain('Voucher used, won by @kofi');
});

test('coins on the way are named; without guesses and coins there is nothing', () => {
  expect(shown([byViews(1)], 100).textContent).toContain('100 coins on the way from sharing');
  expect(shown([], 50).querySelector('a[href="/refer"]')?.textContent).toContain('50 coins');
  expect(shown([]).childElementCount).toBe(0);
});
