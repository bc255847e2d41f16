import { expect, it, vi } from 'vitest';

import { DAY_MS, HOUR_MS, SECOND_MS } from '../contract/durations.ts';
import type { PageNews } from './deps.ts';
import { createServerClock } from './context.ts';

const NOW = 1_800_000_000_000;
const answer = (dateMs: number, headers = {}): Response =>
  new Response('', {
    headers: { date: new Date(dateMs).toUTCString(), 'cache-control': 'no-store', ...headers },
  });

const setUp = () => {
  let deviceMs = NOW;
  const notify = vi.fn<(news: PageNews) => void>();
  const clock = createServerClock({ now: () => deviceMs, notify });
  return { clock, notify, set: (ms: number) => void (deviceMs = ms) };
};

it('knows no time but the device’s before the first answer, and after one that names none', () => {
  const { clock, notify } = setUp();
  expect(clock.serverNow()).toBeUndefined();
  clock.onResponse(new Response(''));
  expect(clock.serverNow()).toBeUndefined();
  expect(clock.now()).toBe(NOW);
  expect(notify).not.toHaveBeenCalled();
});

it('takes the time that an answer needs for no fault of the clock', () => {
  const { clock } = setUp();
  clock.onResponse(answer(NOW - 30 * SECOND_MS));
  expect(clock.serverNow()).toBe(NOW);
});

it('tells also that the clock is right, once: the page may go by what a worker before has told', () => {
  const { clock, notify } = setUp();
  clock.onResponse(answer(NOW));
  clock.onResponse(answer(NOW));
  expect(notify).toHaveBeenCalledExactlyOnceWith({ news: 'clock', aheadMs: 0 });
});

it.each([
  ['ahead', 3 * HOUR_MS],
  ['years behind, after an empty battery', -2_000 * DAY_MS],
])('goes by the server where the clock is %s, and tells it once', (_, aheadMs) => {
  const { clock, notify } = setUp();
  clock.onResponse(answer(NOW - aheadMs));
  clock.onResponse(answer(NOW - aheadMs + 2 * SECOND_MS));
  expect(clock.now()).toBe(NOW - aheadMs);
  expect(clock.serverNow()).toBe(NOW - aheadMs);
  expect(notify).toHaveBeenCalledExactlyOnceWith({ news: 'clock', aheadMs });
});

it('follows a clock that is put right', () => {
  const { clock, notify, set } = setUp();
  clock.onResponse(answer(NOW - 2 * DAY_MS));
  set(NOW - 2 * DAY_MS);
  clock.onResponse(answer(NOW - 2 * DAY_MS));
  expect(clock.now()).toBe(NOW - 2 * DAY_MS);
  expect(notify).toHaveBeenLastCalledWith({ news: 'clock', aheadMs: 0 });
});

it.each(['public, max-age=300', 'no-cache', ''])(
  'does not go by an answer that may come from a cache: %s',
  (cacheControl) => {
    const { clock, notify } = setUp();
    clock.onResponse(answer(NOW - DAY_MS, { 'cache-control': cacheControl }));
    expect(clock.serverNow()).toBeUndefined();
    expect(notify).not.toHaveBeenCalled();
  },
);
