import { describe, expect, it } from 'vitest';

import { createReturnTimes } from './shed-load.ts';

const PER_SECOND = 50;

function clockedTimes() {
  let ms = 5_000;
  return {
    times: createReturnTimes(PER_SECOND, () => ms),
    pass: (passedMs: number) => {
      ms += passedMs;
    },
  };
}

/** How many were told each number of seconds. */
function countsOf(seconds: readonly number[]): Map<number, number> {
  const counts = new Map<number, number>();
  for (const told of seconds) counts.set(told, (counts.get(told) ?? 0) + 1);
  return counts;
}

describe('who is refused', () => {
  it('comes back after a second when nobody else was', () => {
    expect(clockedTimes().times()).toBe(1);
  });

  it('in a crowd, comes back at the pace at which they are let in', () => {
    const { times } = clockedTimes();
    const told = countsOf(Array.from({ length: 20 * PER_SECOND }, times));
    expect([...told.keys()]).toEqual(Array.from({ length: 21 }, (_, index) => index + 1));
    expect(Math.max(...told.values())).toBe(PER_SECOND);
  });

  it('never waits for more than half a minute; the last of a large crowd share its moments', () => {
    const { times } = clockedTimes();
    const told = countsOf(Array.from({ length: 100 * PER_SECOND }, times));
    expect(Math.max(...told.keys())).toBe(30);
    expect(Math.max(...told.values())).toBeLessThanOrEqual(4 * PER_SECOND);
  });

  it('takes the place behind those who still wait, and a second once they are all back', () => {
    const { times, pass } = clockedTimes();
    for (let one = 0; one < 10 * PER_SECOND; one += 1) times();
    pass(4_000);
    expect(times()).toBe(7);
    pass(7_000);
    expect(times()).toBe(1);
  });
});
