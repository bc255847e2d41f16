import fc from 'fast-check';
import { expect, test } from 'vitest';

import { signUpCost } from '../accounts/sign-up-pace.ts';
import type { RevealMethod } from '../vouchers.ts';
import type { EntryRule } from './entry-rule.ts';
import { FARM_SIZES, safetyOf, searchMs } from './giveaway-safety.ts';

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

const safety = (method: RevealMethod, maskedDigits: 4 | 2, entryRule: EntryRule = 'everybody') =>
  safetyOf({ method, maskedDigits, entryRule });

test('four digits hold one person up for ten days, and farms for as long as their accounts wait', () => {
  expect(safety('time', 4)).toMatchObject({
    kind: 'guesses',
    stages: [
      {
        hidden: 4,
        codes: 10_000,
        oneMs: 9_999 * WAIT_MS,
        onePremiumMs: 9_999 * 10_000,
        farmsMs: [999 * WAIT_MS, 99 * WAIT_MS, 9 * WAIT_MS],
        skipCoins: 9_999 * 50,
      },
      { hidden: 3, farmsMs: [99 * WAIT_MS, 9 * WAIT_MS, 0] },
    ],
  });
});

test.each([
  ['views', 4, [4, 3, 2]],
  ['views', 2, [2, 1]],
  ['time', 4, [4, 3]],
  ['time', 2, [2, 1]],
] as const)('%s with %i hidden digits goes through %j', (method, maskedDigits, hidden) => {
  expect(safety(method, maskedDigits)).toMatchObject({
    stages: hidden.map((digits) => ({ hidden: digits })),
  });
});

test('a lottery is held by its entries', () => {
  expect(safety('lottery', 4)).toMatchObject({
    kind: 'entries',
    codes: 10_000,
    oneChance: 0.002,
    peopleForAll: 500,
    entries: [
      { chance: 0.02, coins: 10 * 19 * 50 },
      { chance: 0.2, coins: 100 * 19 * 50 },
      { chance: 1, coins: 9_000 * 50 },
    ],
  });
  expect(safety('lottery', 2)).toMatchObject({
    oneChance: 0.2,
    peopleForAll: 5,
    // More accounts than codes pay for no entry.
    entries: [{ chance: 1, coins: 90 * 50 }, { chance: 1, coins: 0 }, { coins: 0 }],
  });
});

test.each([
  ['everybody', 0, 0],
  ['verified', 1, 0],
  ['aged', 1, 7 * 24 * 3_600_000],
] as const)('a farm on a giveaway for %s needs that for each account', (rule, each, ageMs) => {
  for (const method of ['views', 'lottery'] as const)
    expect(safety(method, 2, rule).farms).toMatchObject(
      FARM_SIZES.map((accounts) => ({ accounts, mailboxes: each * accounts, ageMs })),
    );
});

test('accounts cost work at once, and time without it', () => {
  expect(signUpCost(30)).toEqual({ work: 0, waitMs: 0 });
  expect(signUpCost(31)).toEqual({ work: 1, waitMs: 20_000 });
  expect(signUpCost(100)).toEqual({ work: 30 + 60 + 10 * 3, waitMs: 70 * 20_000 });
  expect(signUpCost(1_000)).toEqual({
    work: (30 * 16 * 17) / 2 + 490 * 16,
    waitMs: 970 * 20_000,
  });
});
