import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { Standing } from '../../../contract/rewards/rewards.ts';
import { AppRouter } from '../../platform/routing/router.tsx';
import { buttonNamed, click, one, render } from '../../ui/test-render.ts';
import LeaderboardPage, { ownRankNote, Ranking } from './leaderboard-page.tsx';

const asked = vi.hoisted(() => vi.fn<(of: object) => object>(() => ({ phase: 'loading' })));
vi.mock('../../shared/rewards/use-answer.ts', () => ({ useAnswer: asked }));

beforeEach(() => asked.mockClear());

function open(search: string): HTMLElement {
  history.replaceState(null, '', `/leaderboard${search}`);
  return render(
    <AppRouter path="/leaderboard" search={search}>
      <LeaderboardPage />
    </AppRouter>,
  ).container;
}

test('the period and the region that are chosen stand in the address', async () => {
  const container = open('');
  await act(async () => click(buttonNamed(container, 'All time')));
  expect(location.search).toBe('?period=all');
  await act(async () => click(buttonNamed(container, 'Ghana')));
  expect(location.search).toBe('?period=all&region=ghana');
  await act(async () => click(buttonNamed(container, 'Everywhere')));
  await act(async () => click(buttonNamed(container, 'This week')));
  expect(location.search).toBe('');
});

test.each([
  ['?period=month&region=kenya', 'This month', 'Kenya', { period: 'month', region: 'kenya' }],
  ['?period=year&region=mars', 'This week', 'Everywhere', { period: 'week', region: undefined }],
])('the board of %s is that of %s, %s', (search, period, region, board) => {
  const container = open(search);
  const pressed = (label: string) =>
    one(container, `[aria-label=${label}] [aria-pressed=true]`).textContent;
  expect([pressed('Period'), pressed('Region')]).toEqual([period, region]);
  expect(asked).toHaveBeenLastCalledWith({ path: '/leaderboard', ...board });
});

test.each([
  [2 * DAY_MS + HOUR_MS, '2 days left'],
  [HOUR_MS / 2, '1 hour left'],
  [-HOUR_MS, 'Over'],
])('a board that ends in %d ms says so: %s', (leftMs, text) => {
  const endsAt = new Date(Date.now() + leftMs).toISOString();
  const { container } = render(
    <Ranking
      answer={{ success: true, data: [], people: 0, me: null, ends_at: endsAt }}
      period="week"
    />,
  );
  expect(container.textContent).toContain(text);
  expect(container.textContent).not.toContain('0 hours');
});

const standing = (rank: number, points: number): Standing => ({
  rank,
  points,
  username: `person_${rank}`,
  avatar: null,
  wins: 0,
  shares: 0,
});
const ten = Array.from({ length: 10 }, (_, index) => standing(index + 1, 2_000 - index * 50));

test('tells how many coins are missing for the top ten', () => {
  expect(ownRankNote({ me: standing(23, 1_250), data: ten }, 'week')).toBe(
    '1,250 coins, 300 more for the top 10',
  );
});

test.each([
  [{ me: standing(10, 1_550), data: ten }, '1,550 coins, in the top 10'],
  [{ me: standing(1, 50), data: [standing(1, 50)] }, '50 coins, in the top 10'],
  [{ me: null, data: ten }, 'No coins earned this week'],
])('tells when there is nothing to catch up with', (answer, note) => {
  expect(ownRankNote(answer, 'week')).toBe(note);
});
