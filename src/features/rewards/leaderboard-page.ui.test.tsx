import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import { AppRouter } from '../../platform/routing/router.tsx';
import { click, one, render } from '../../ui/test-render.ts';
import LeaderboardPage from './leaderboard-page.tsx';

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

const pill = (scope: HTMLElement, name: string): HTMLElement => {
  const found = [...scope.querySelectorAll('button')].find(
    ({ textContent }) => textContent === name,
  );
  if (!found) throw new Error(`no ${name}`);
  return found;
};

test('the period and the region that are chosen stand in the address', async () => {
  const container = open('');
  await act(async () => click(pill(container, 'All time')));
  expect(location.search).toBe('?period=all');
  await act(async () => click(pill(container, 'Ghana')));
  expect(location.search).toBe('?period=all&region=ghana');
  await act(async () => click(pill(container, 'Everywhere')));
  await act(async () => click(pill(container, 'This week')));
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
