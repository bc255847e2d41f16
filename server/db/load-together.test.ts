import { expect, it, onTestFinished, vi } from 'vitest';

import { LOADED_TOGETHER_MAX, loadTogether, BATCHED } from './load-together.ts';

it('asks once for what is asked for in one turn, and gives each its own', async () => {
  const load = vi.fn(async (keys: readonly number[]) => keys.map((key) => `${key}`));
  const one = loadTogether(load);
  expect(await Promise.all([one(1), one(2), one(1)])).toEqual(['1', '2', '1']);
  expect(load.mock.calls).toEqual([[[1, 2, 1]]]);
});

it('asks once for what is asked for in a while, where that may wait', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  const load = vi.fn(async (keys: readonly number[]) => keys);
  const one = loadTogether(load, BATCHED);
  const first = one(1);
  await vi.advanceTimersByTimeAsync(10);
  expect(load).not.toHaveBeenCalled();
  const second = Array.from({ length: LOADED_TOGETHER_MAX }, (_, key) => one(key));
  await vi.advanceTimersByTimeAsync(100);
  expect(await Promise.all([first, ...second])).toHaveLength(LOADED_TOGETHER_MAX + 1);
  expect(load).toHaveBeenCalledOnce();
});

it('keeps nothing: what is asked for again is read again', async () => {
  let value = 0;
  const one = loadTogether(async (keys: readonly string[]) => keys.map(() => (value += 1)));
  expect(await one('a')).toBe(1);
  expect(await one('a')).toBe(2);
});

it('asks for no more at once than it says', async () => {
  const load = vi.fn(async (keys: readonly number[]) => keys);
  const one = loadTogether(load);
  const keys = Array.from({ length: LOADED_TOGETHER_MAX + 1 }, (_, key) => key);
  expect(await Promise.all(keys.map(one))).toEqual(keys);
  expect(load.mock.calls.map(([asked]) => asked.length)).toEqual([LOADED_TOGETHER_MAX, 1]);
});

it('fails each of those that were asked for when the statement does, and none after', async () => {
  let isAway = true;
  const one = loadTogether(async (keys: readonly number[]) => {
    if (isAway) throw new Error('away');
    return keys;
  });
  const both = await Promise.allSettled([one(1), one(2)]);
  expect(both.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  isAway = false;
  expect(await one(3)).toBe(3);
});
