import { describe, expect, it } from 'vitest';

import type { Attempt } from './caller.ts';
import { balancesOf, without } from './judge.ts';
import { randomOf } from './random.ts';
import { linesOf } from './report.ts';
import type { ChaosOutcome } from './run-chaos.ts';
import { backAfterMs, countOf, isCalm, isServerError } from './watch.ts';
import { WalletModel, type Movement } from './wallet-model.ts';

const paid: Movement = { userId: 1, kind: 'voucher_win', reference: 'v1', amountMinor: 500n };
const person = (userId: number) =>
  ({ userId, username: `p${userId}`, region: 'nigeria', token: '' }) as const;

describe('the model', () => {
  it('misses what is not there, and sees what is there once too often', () => {
    const other = { ...paid, amountMinor: 501n };
    expect(without([paid, other], [paid])).toEqual(['1 voucher_win v1 501']);
    expect(without([paid, paid], [paid])).toEqual(['1 voucher_win v1 500']);
    expect(without([paid], [paid, paid])).toEqual([]);
    expect(balancesOf([paid, other, { ...paid, userId: 2 }])).toEqual(
      new Map([
        [1, 1001n],
        [2, 500n],
      ]),
    );
  });

  it('shares a lottery among who was right, the earliest first, or gives it back', () => {
    const model = new WalletModel();
    const correct = [
      { person: person(3), number: 7 },
      { person: person(2), number: 4 },
      { person: person(4), number: 9 },
    ];
    model.addLottery({ ulid: 'won', creator: person(1), amountMinor: 1_001n, correct });
    model.addLottery({ ulid: 'lost', creator: person(1), amountMinor: 50n, correct: [] });
    const parts = model
      .movements()
      .map(({ userId, kind, amountMinor }) => [userId, kind, amountMinor]);
    expect(parts).toEqual([
      [2, 'voucher_win', 334n],
      [3, 'voucher_win', 334n],
      [4, 'voucher_win', 333n],
      [1, 'voucher_refund', 50n],
    ]);
  });
});

const attempt = (beganMs: number, status = 200, tookMs = 10): Attempt => ({
  path: '/',
  beganMs,
  tookMs,
  status,
});
const FAULT = { name: 'node-killed', beganMs: 1_000, endedMs: 2_000, untilMs: 20_000 } as const;

describe('choices', () => {
  it('are the same for a seed and a name, and others for another', () => {
    const drawn = (seed: number, name: string) => {
      const random = randomOf(seed, name);
      return Array.from({ length: 4 }, () => random.between(0, 999)).join(' ');
    };
    expect(drawn(1, 'story 1')).toBe(drawn(1, 'story 1'));
    const stories = Array.from({ length: 500 }, (_, number) => drawn(1, `story ${number}`));
    expect(new Set([...stories, drawn(2, 'story 1')]).size).toBe(501);
  });
});

describe('the watch', () => {
  it('tells by the last failure that began after a fault how long it went on', () => {
    const during = attempt(1_500, 503);
    expect(backAfterMs([during, attempt(2_100)], FAULT)).toBe(0);
    expect(backAfterMs([during, attempt(2_100, 503), attempt(6_000, 0)], FAULT)).toBe(4_000);
    // Under way when the next fault began, and that one's if it was not so for long.
    expect(backAfterMs([attempt(19_000, 0, 3_000)], FAULT)).toBe(0);
    expect(backAfterMs([attempt(15_000, 0, 9_000)], FAULT)).toBe(13_000);
  });

  it('tells a refusal from a failure', () => {
    const statuses = [200, 422, 503, 502, 0, 500, 504];
    const attempts = statuses.map((status, index) => attempt(index, status, index));
    const { unavailable, badGateway, silent, longestMs } = countOf(attempts);
    expect([unavailable, badGateway, silent, longestMs]).toEqual([1, 1, 1, 6]);
    expect(attempts.filter(isServerError).map(({ status }) => status)).toEqual([500, 504]);
  });

  it('waits for answers that are all good', () => {
    expect(isCalm([attempt(100), attempt(900)], 1_000, 500)).toBe(true);
    expect(isCalm([attempt(900, 503)], 1_000, 500)).toBe(false);
    expect(isCalm([attempt(100)], 1_000, 500)).toBe(false);
  });
});

const GOOD: ChaosOutcome = {
  attempts: [attempt(0), attempt(2_500)],
  faults: [FAULT],
  impossible: [],
  stories: new Map([['topUp', 1]]),
  answers: new Map([['/wallet/withdraw', { done: 3, refused: 12 }]]),
  seconds: 60,
  movements: 1,
  history: { operations: 9, anomalies: [] },
  lostGuesses: [],
  lost: [],
  doubled: [],
  wrongWallets: [],
  contradictions: [],
  unanswered: [],
  nodesEnded: 0,
  open: { before: 3, after: 0 },
  areBooksClean: true,
  others: { 'two primaries': [] },
};
const missed = (outcome: ChaosOutcome): string[] =>
  linesOf(outcome, 10_000)
    .filter(({ isMet }) => !isMet)
    .map(({ what }) => what);

describe('the report', () => {
  it('says of an answer of 500 what was asked, and what was broken then', () => {
    const attempts = [attempt(0, 500), attempt(1_500, 500)];
    const line = linesOf({ ...GOOD, attempts }, 10_000).find(({ what }) => what.includes('500'));
    expect(line).toMatchObject({ value: '2', details: ['/ in calm', `/ in ${FAULT.name}`] });
  });

  it('has all lines met where all is well', () => {
    expect(missed(GOOD)).toEqual([]);
  });

  it.each<[string, Partial<ChaosOutcome>]>([
    ['kinds of requests', { answers: new Map([['/vouchers', { done: 3, refused: 13 }]]) }],
    ['guesses lost', { lostGuesses: ['x'] }],
    ['movements lost', { lost: ['x'] }],
    ['movements doubled', { doubled: ['x'] }],
    ['wallets that hold', { wrongWallets: ['x'] }],
    ['answers that contradict', { contradictions: ['x'] }],
    ['anomalies', { history: { operations: 9, anomalies: [{ kind: 'G2', words: 'x' }] } }],
    ['requests without an answer', { unanswered: ['x'] }],
    ['answers of 500', { attempts: [attempt(0, 500)] }],
    ['longest request', { attempts: [attempt(0, 200, 30_000)] }],
    ['back by itself', { attempts: [attempt(12_001, 503)] }],
    ['nodes that ended', { nodesEnded: 1 }],
    ['payments, withdrawals', { open: { before: 1, after: 1 } }],
    ['npm run books', { areBooksClean: false }],
    ['two primaries', { others: { 'two primaries': ['x'] } }],
  ])('misses the line "%s"', (what, bad) => {
    const lines = missed({ ...GOOD, ...bad });
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain(what);
  });
});
