import { describe, expect, test } from 'vitest';

import { guessReducer, initialGuess, type GuessEvent, type GuessState } from './guess.machine.ts';

const MASK = '48*0*1';
const FULL = '487061';

const run = (events: readonly GuessEvent[], from: GuessState = initialGuess(MASK)): GuessState =>
  events.reduce((state, event) => guessReducer(state, event, MASK), from);

const OPEN: GuessEvent = { type: 'opened' };
const TYPE: GuessEvent = { type: 'typed', guess: FULL };
const WON: GuessEvent = { type: 'won', maskedCode: MASK };
const SUBMIT: GuessEvent = { type: 'submitted', problem: undefined };
const sent = (): GuessState => run([OPEN, TYPE, SUBMIT]);
const failed = (code: Extract<GuessEvent, { type: 'failed' }>['code']): GuessEvent => ({
  type: 'failed',
  code,
  message: code,
});

describe('typing', () => {
  test('known digits come back when they are altered', () => {
    expect(run([OPEN, { type: 'typed', guess: '999999' }]).guess).toBe('489091');
  });

  test('a closed overlay keeps what was typed', () => {
    const typed: GuessEvent = { type: 'typed', guess: '4870*1' };
    expect(run([OPEN, typed, { type: 'closed' }])).toEqual({ phase: 'idle', guess: '4870*1' });
  });

  test('digits from before signing in come back to a closed guess, where they still are hidden', () => {
    const restored: GuessEvent = { type: 'restored', guess: '999999' };
    expect(run([restored])).toEqual({ phase: 'idle', guess: '489091', isStored: true });
    expect(run([OPEN, restored]).guess).toBe(MASK);
    expect(run([{ type: 'restored', guess: MASK }])).toEqual(initialGuess(MASK));
    expect(run([restored, OPEN])).toMatchObject({ phase: 'editing', guess: '489091' });
  });

  test('a digit that opens meanwhile takes its place, the rest stays', () => {
    const typed = run([OPEN, { type: 'typed', guess: '48709*' }]);
    const next = guessReducer(typed, { type: 'code-changed', maskedCode: '4830*1' }, '4830*1');
    expect(next.guess).toBe('483091');
  });
});

describe('sending', () => {
  test('while one is answered, another cannot be sent, typed or closed', () => {
    const processing = sent();
    expect(processing.phase).toBe('processing');
    for (const event of [SUBMIT, TYPE, OPEN, { type: 'closed' }] as const) {
      expect(run([event], processing)).toBe(processing);
    }
  });

  test('an answer that nothing was sent for changes nothing', () => {
    const idle = initialGuess(MASK);
    for (const event of [WON, { type: 'entered' }, failed('wrong_guess')] as const) {
      expect(run([event], idle)).toBe(idle);
    }
  });

  test('a network failure keeps the digits and says why', () => {
    expect(run([failed('network')], sent())).toEqual({
      phase: 'editing',
      guess: FULL,
      problem: 'network',
      isSkipping: false,
    });
  });

  test('a digit that opens while one is on its way has taken its place when that did not arrive', () => {
    const opened = '4830*1';
    const events: GuessEvent[] = [{ type: 'code-changed', maskedCode: opened }, failed('network')];
    const next = events.reduce((state, event) => guessReducer(state, event, opened), sent());
    expect(next).toMatchObject({ phase: 'editing', guess: '483061' });
  });

  test('a lottery entry clears the digits', () => {
    expect(run([{ type: 'entered' }], sent())).toEqual({ phase: 'idle', guess: MASK });
  });

  test.each([
    'own_voucher',
    'guess_not_allowed',
    'voucher_used',
    'voucher_expired',
    'entries_closed',
  ] as const)('%s is final', (code) => {
    expect(run([failed(code), SUBMIT], sent())).toMatchObject({
      phase: 'refused',
      message: code,
    });
  });
});

describe('a wrong guess', () => {
  test('is shown, then cleared into the wait that it started', () => {
    const wrong = run([failed('wrong_guess'), { type: 'wait-started', untilMs: 90 }], sent());
    expect(wrong).toMatchObject({ phase: 'wrong', guess: FULL });
    expect(run([{ type: 'settled', waitUntilMs: 90 }], wrong)).toEqual({
      phase: 'limited',
      guess: MASK,
      untilMs: 90,
    });
  });

  test('without a wait may be followed by another at once', () => {
    const wrong = run([failed('wrong_guess')], sent());
    expect(run([{ type: 'settled', waitUntilMs: undefined }], wrong)).toMatchObject({
      phase: 'editing',
      guess: MASK,
    });
  });
});

describe('a wait', () => {
  const limited = run([{ type: 'wait-started', untilMs: 90 }]);

  test('closes the overlay and keeps it closed', () => {
    expect(run([OPEN, TYPE, { type: 'wait-started', untilMs: 90 }])).toEqual(limited);
    expect(run([OPEN], limited)).toBe(limited);
  });

  test('is over', () => {
    expect(run([{ type: 'wait-over' }], limited)).toEqual({ phase: 'idle', guess: MASK });
  });

  test('can be skipped, and goes on beside the guess that skips it', () => {
    const skipping = run([{ type: 'opened', isSkipping: true }, TYPE], limited);
    expect(skipping).toMatchObject({ phase: 'editing', isSkipping: true, guess: FULL });
    expect(run([{ type: 'wait-started', untilMs: 90 }], skipping)).toBe(skipping);
    expect(run([SUBMIT], skipping)).toMatchObject({ phase: 'processing', isSkipping: true });
  });

  test('does not take a win away', () => {
    const won = run([WON], sent());
    expect(
      run(
        [
          { type: 'wait-started', untilMs: 90 },
          { type: 'code-changed', maskedCode: MASK },
        ],
        won,
      ),
    ).toBe(won);
    expect(run([{ type: 'closed' }], won).phase).toBe('idle');
  });
});
