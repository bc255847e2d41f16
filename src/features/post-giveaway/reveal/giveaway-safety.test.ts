import fc from 'fast-check';
import { expect, test } from 'vitest';

import { safetyOf, searchMs } from './giveaway-safety.ts';

const WAIT_MS = 90_000;

/** Everybody guesses in turn, by hand. */
function searchByHand(codes: number, people: number, waitMs: number): number {
  const mayGuessAt = Array.from({ length: people }, () => 0);
  let nowMs = 0;
  for (let code = 0; code < codes; code += 1) {
    const next = mayGuessAt.indexOf(Math.min(...mayGuessAt));
    nowMs = Math.max(nowMs, mayGuessAt[next] ?? 0);
    mayGuessAt[next] = nowMs + waitMs;
  }
  return nowMs;
}

test('the time to try every code is what it takes to do so', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 300 }),
      fc.integer({ min: 1, max: 120 }),
      (codes, people) => {
        expect(searchMs(codes, people, WAIT_MS)).toBe(searchByHand(codes, people, WAIT_MS));
      },
    ),
  );
});

test('four digits hold one person up for ten days and a hundred for two and a half hours', () => {
  const safety = safetyOf('time', 4);
  expect(safety).toMatchObject({ kind: 'guesses' });
  expect(safety.kind === 'guesses' && safety.stages[0]).toEqual({
    hidden: 4,
    codes: 10_000,
    oneMs: 9_999 * WAIT_MS,
    onePremiumMs: 9_999 * 10_000,
    crowdMs: 99 * WAIT_MS,
    skipCoins: 9_999 * 50,
  });
});

test.each([
  ['views', 4, [4, 3, 2]],
  ['views', 2, [2, 1]],
  ['time', 4, [4, 3]],
  ['time', 2, [2, 1]],
] as const)('%s with %i hidden digits goes through %j', (method, maskedDigits, hidden) => {
  const safety = safetyOf(method, maskedDigits);
  expect(safety.kind === 'guesses' && safety.stages.map((stage) => stage.hidden)).toEqual(hidden);
});

test('two digits fall at once before a hundred people', () => {
  const safety = safetyOf('views', 2);
  expect(safety.kind === 'guesses' && safety.stages.map(({ crowdMs }) => crowdMs)).toEqual([0, 0]);
});

test('a lottery is held by its entries', () => {
  expect(safetyOf('lottery', 4)).toEqual({
    kind: 'entries',
    codes: 10_000,
    oneChance: 0.002,
    peopleForAll: 500,
  });
  expect(safetyOf('lottery', 2)).toMatchObject({ oneChance: 0.2, peopleForAll: 5 });
});
