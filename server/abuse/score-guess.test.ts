import { describe, expect, it } from 'vitest';

import { GUESS_WORK_LEVEL_MAX } from '../../contract/constants.ts';
import {
  helpsToVerify,
  NO_WORK,
  scoreGuess,
  workLevel,
  type RiskFacts,
  RISK_CROWD_SIZE,
  RISK_EVEN_SPREAD_MS,
  RISK_HOLD_BOUND,
  RISK_INSTANT_MS,
  RISK_WORK_BOUND,
  RISK_YOUNG_MS,
} from './score-guess.ts';

const NOW = Date.UTC(2026, 10, 2);
const WAIT_MS = 90_000;

/** Somebody who has been here for long, with what differs. */
const facts = (differs: Partial<RiskFacts> = {}): RiskFacts => ({
  nowMs: NOW,
  accountCreatedMs: NOW - RISK_YOUNG_MS,
  isVerified: true,
  deviceAccounts: 1,
  deviceVerified: 1,
  newcomers: 0,
  guessedMs: [],
  revealedMs: undefined,
  ...differs,
});
const YOUNG = { accountCreatedMs: NOW - RISK_YOUNG_MS + 1 };
const UNVERIFIED = { isVerified: false };
const CROWD = { newcomers: RISK_CROWD_SIZE };
const FULL_PHONE = { deviceAccounts: 4, deviceVerified: 4 };
const EVEN = { guessedMs: [1, 2, 3, 4].map((back) => NOW - back * WAIT_MS) };

describe('what speaks against a guess', () => {
  it.each<[string, Partial<RiskFacts>, readonly string[]]>([
    ['nothing of an old, verified account', {}, []],
    ['a young account', YOUNG, ['young_account']],
    ['no proved address', UNVERIFIED, ['unverified']],
    ['three accounts on the device do not', { deviceAccounts: 3 }, []],
    ['more than three do', { deviceAccounts: 4 }, ['crowded_device']],
    ['a crowd of newcomers, for a newcomer', { ...YOUNG, ...CROWD }, ['young_account', 'crowd']],
    ['one person fewer is none', { ...YOUNG, newcomers: RISK_CROWD_SIZE - 1 }, ['young_account']],
    ['nor is it for somebody else behind the same address', CROWD, []],
    ['even pauses', EVEN, ['even_cadence']],
    ['too few of them do not', { guessedMs: EVEN.guessedMs.slice(1) }, []],
    [
      'pauses of a person do not',
      {
        guessedMs: EVEN.guessedMs.map((at, index) => at - (index === 2 ? RISK_EVEN_SPREAD_MS : 0)),
      },
      [],
    ],
    ['an answer at once', { revealedMs: NOW - RISK_INSTANT_MS + 1 }, ['instant_answer']],
    ['a second later it is none', { revealedMs: NOW - RISK_INSTANT_MS }, []],
  ])('%s', (_, differs, reasons) => {
    expect(scoreGuess(facts(differs)).reasons).toEqual(reasons);
  });

  it('adds up: a newcomer alone is within both bounds, a farm past both', () => {
    const newcomer = scoreGuess(facts({ ...YOUNG, ...UNVERIFIED })).score;
    expect(newcomer).toBeLessThanOrEqual(RISK_WORK_BOUND);
    const farm = scoreGuess(facts({ ...YOUNG, ...UNVERIFIED, ...CROWD })).score;
    expect(farm).toBeGreaterThan(RISK_HOLD_BOUND);
    const verifiedFarm = scoreGuess(facts({ ...YOUNG, ...FULL_PHONE, ...CROWD })).score;
    expect(verifiedFarm).toBeGreaterThan(RISK_HOLD_BOUND);
    const oldAndVerified = scoreGuess(facts({ ...FULL_PHONE, ...CROWD, ...EVEN })).score;
    expect(oldAndVerified).toBeLessThanOrEqual(RISK_WORK_BOUND);
  });
});

describe('the work', () => {
  const levelAt = (newcomers: number, differs: Partial<RiskFacts>) => {
    const known = facts({ ...differs, newcomers });
    return workLevel(known, scoreGuess(known));
  };

  it('grows with the newcomers, for one of them without a proved address', () => {
    const levels = [9, 10, 12, 14, 26, 1_000].map((newcomers) => levelAt(newcomers, UNVERIFIED));
    expect(levels).toEqual([NO_WORK, 0, 1, 2, GUESS_WORK_LEVEL_MAX, GUESS_WORK_LEVEL_MAX]);
  });

  it('stays what a phone does in 3 s for verified people, up to six on a device', () => {
    const six = { ...YOUNG, deviceAccounts: 6, deviceVerified: 6 };
    expect([0, 10, 12, 1_000].map((newcomers) => levelAt(newcomers, six))).toEqual([
      NO_WORK,
      0,
      1,
      1,
    ]);
    expect(levelAt(1_000, { ...six, deviceAccounts: 7, deviceVerified: 7 })).toBe(
      GUESS_WORK_LEVEL_MAX,
    );
  });

  it('is none for two hundred verified people behind one address', () => {
    expect(levelAt(200, YOUNG)).toBe(NO_WORK);
    expect(levelAt(200, {})).toBe(NO_WORK);
  });

  it('is less for who proves an address, but on a phone with six verified people that day', () => {
    const newcomer = { ...UNVERIFIED, newcomers: 1_000 };
    expect(helpsToVerify(facts({ ...newcomer, ...YOUNG }))).toBe(true);
    expect(helpsToVerify(facts({ ...newcomer, ...YOUNG, deviceVerified: 5 }))).toBe(true);
    const full = { deviceAccounts: 7, deviceVerified: 6 };
    expect(helpsToVerify(facts({ ...newcomer, ...full }))).toBe(true);
    expect(helpsToVerify(facts({ ...newcomer, ...YOUNG, ...full }))).toBe(false);
    expect(helpsToVerify(facts({ ...YOUNG, ...full, newcomers: 1_000 }))).toBe(false);
  });
});
