import { act, useEffect, type ReactElement } from 'react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from '../../../../contract/durations.ts';
import { errorMessage } from '../../../../contract/errors.ts';
import type { Failure } from '../../../../contract/result.ts';
import { readTries } from '../../../../local/queries/vouchers.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { noteClock } from '../../../platform/clock/server-time.ts';
import { render } from '../../../ui/test-render.ts';
import type { Guessing } from './guess.machine.ts';
import { storeGuess, readStoredGuess } from './stored-guess.ts';
import { useGuess } from './use-guess.ts';

const told: string[] = [];
let failure: Failure;
let waitUntilMs: number | undefined;
let tries: readonly string[] = [];

vi.mock('../lazy.ts', async () => {
  const { sendGuess } = await import('./send-guess.ts');
  return { loadGuess: async () => sendGuess };
});
let session: 'signed-in' | 'signed-out' = 'signed-in';
vi.mock('../../../platform/session/session.ts', () => ({
  readSession: async () => session,
}));
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: async () => ({ ok: false, error: failure }),
}));
vi.mock('../../../platform/live/use-live.ts', () => ({
  useLive: (read: unknown) => ({ phase: 'ready', data: read === readTries ? tries : waitUntilMs }),
}));
vi.mock('../../../platform/toast-store.ts', () => ({ toast: (text: string) => told.push(text) }));

const voucher = sampleVoucher({ masked_code: '48*0*17*369*5', masked_digits: 4 });
let guessing: Guessing;
let status: typeof voucher.status = 'active';
let revealMethod: typeof voucher.reveal_method = 'views';
function Probe(): ReactElement {
  const current = useGuess({ ...voucher, status, reveal_method: revealMethod });
  useEffect(() => {
    guessing = current;
  });
  return <p>{current.state.phase}</p>;
}

beforeEach(() => {
  vi.useFakeTimers({ now: 0 });
  told.length = 0;
  waitUntilMs = undefined;
  tries = [];
  session = 'signed-in';
  status = 'active';
  revealMethod = 'views';
  localStorage.clear();
});
afterEach(() => {
  noteClock(0);
  vi.useRealTimers();
});

/** Opens the guess, fills it and sends it, to be answered with `failure`. */
async function send(open: () => void): Promise<void> {
  await act(async () => open());
  await act(async () => guessing.type('4820117236945'));
  await act(async () => guessing.submit());
}
const problem = (): string | undefined =>
  guessing.state.phase === 'editing' ? guessing.state.problem : undefined;

test('without a reason from the server the guess says that it was not sent', async () => {
  failure = { code: 'guess_failed', message: errorMessage('guess_failed') };
  render(<Probe />);
  await send(() => guessing.open());
  expect(problem()).toBe('Failed to submit voucher code');
});

test.each([
  ['views', 'You already tried 2229'],
  ['lottery', 'You already entered 2229'],
] as const)('by %s, the same digits again are said before they are sent', async (method, text) => {
  failure = { code: 'wrong_guess', message: errorMessage('wrong_guess') };
  tries = ['4820217236995', '4820317236905'];
  revealMethod = method;
  render(<Probe />);
  await act(async () => guessing.open());
  await act(async () => guessing.type('4820217236995'));
  expect(problem()).toBe(text);
  await act(async () => guessing.submit());
  expect(problem()).toBe(text);
  await act(async () => guessing.type('4820217236*95'));
  expect(problem()).toBeUndefined();
  await act(async () => guessing.type('4820217236965'));
  await act(async () => guessing.submit());
  expect(guessing.state.phase).toBe('wrong');
});

test('a digit that opened rules out what was tried with another one', async () => {
  tries = ['4820217236995', '5820217236995'];
  render(<Probe />);
  expect(guessing.tries).toEqual(['4820217236995']);
});

test('a lost connection while coins are paid does not end the wait', async () => {
  failure = { code: 'network', message: errorMessage('network') };
  waitUntilMs = MINUTE_MS;
  render(<Probe />);
  await send(() => guessing.openToSkip());
  expect(problem()).toBe('Network error, but rate limit still applies');
});

test('a wait is named to who tries again, and its end is told', async () => {
  waitUntilMs = MINUTE_MS;
  render(<Probe />);
  expect(guessing.state.phase).toBe('limited');
  await act(async () => guessing.open());
  expect(told).toEqual(['Please wait before trying again. Rate limit in effect.']);
  await act(async () => vi.advanceTimersByTime(MINUTE_MS));
  expect(told.at(-1)).toBe('You can try again now');
});

test('a wait that a slow clock made longer ends once the time is known', async () => {
  waitUntilMs = 2 * HOUR_MS;
  render(<Probe />);
  expect(guessing.state.phase).toBe('limited');
  noteClock(-3 * HOUR_MS);
  await act(async () => vi.advanceTimersByTime(SECOND_MS));
  expect(guessing.state.phase).toBe('idle');
});

test('a wait of months, by a clock without its date, is not over at once again and again', async () => {
  waitUntilMs = 60 * DAY_MS;
  render(<Probe />);
  for (let steps = 0; steps < 10; steps += 1)
    await act(async () => vi.advanceTimersByTime(SECOND_MS));
  expect(told).toEqual([]);
});

test('the digits of a visitor are kept as they are typed, those of a user are not', async () => {
  render(<Probe />);
  await act(async () => guessing.open());
  await act(async () => guessing.type('4820*17*369*5'));
  expect(readStoredGuess(voucher.ulid)).toBeUndefined();
  session = 'signed-out';
  await act(async () => guessing.type('4820117*369*5'));
  expect(readStoredGuess(voucher.ulid)).toBe('4820117*369*5');
  await act(async () => guessing.type(voucher.masked_code));
  expect(readStoredGuess(voucher.ulid)).toBeUndefined();
});

test.each([
  ['wrong_guess', undefined],
  ['guess_not_allowed', undefined],
  ['guess_unverified', '4820117236945'],
  ['network', '4820117236945'],
] as const)(
  'kept digits are sent by the claim alone, and stay until they are answered: %s',
  async (code, kept) => {
    failure = { code, message: errorMessage(code) };
    storeGuess(voucher.ulid, '4820117236945');
    render(<Probe />);
    expect(guessing.state).toEqual({ phase: 'idle', guess: '4820117236945', isStored: true });
    expect(readStoredGuess(voucher.ulid)).toBe('4820117236945');
    await act(async () => guessing.claim());
    expect(guessing.state.phase).not.toBe('idle');
    expect(readStoredGuess(voucher.ulid)).toBe(kept);
  },
);

test('a claim with digits missing opens the guess', async () => {
  storeGuess(voucher.ulid, '4820117*369*5');
  render(<Probe />);
  await act(async () => guessing.claim());
  expect(guessing.state).toMatchObject({ phase: 'editing', guess: '4820117*369*5' });
});

test('kept digits that a user changes do not come back when the guess is closed', async () => {
  storeGuess(voucher.ulid, '4820117236945');
  render(<Probe />);
  await act(async () => guessing.open());
  await act(async () => guessing.type('4820117236985'));
  await act(async () => guessing.close());
  expect(guessing.state).toEqual({ phase: 'idle', guess: '4820117236985', isStored: true });
  await act(async () => guessing.open());
  await act(async () => guessing.type(voucher.masked_code));
  await act(async () => guessing.close());
  expect(guessing.state).toEqual({ phase: 'idle', guess: voucher.masked_code });
});

test('of a voucher that is over no digits are kept', () => {
  storeGuess(voucher.ulid, '4820117236945');
  status = 'completed';
  render(<Probe />);
  expect(readStoredGuess(voucher.ulid)).toBeUndefined();
});

test.each([
  ['typed', undefined],
  ['waited for', MINUTE_MS],
])('a voucher that ends while it is %s takes no more guesses', async (_, untilMs) => {
  waitUntilMs = untilMs;
  const { rerender } = render(<Probe />);
  await act(async () => guessing.open());
  expect(guessing.state.phase).toBe(untilMs === undefined ? 'editing' : 'limited');
  status = 'completed';
  rerender(<Probe />);
  expect(guessing.state).toEqual({ phase: 'idle', guess: voucher.masked_code });
  await act(async () => vi.advanceTimersByTime(2 * MINUTE_MS));
  expect(told).not.toContain('You can try again now');
});

test('a guess that is on its way as the voucher ends is answered first', async () => {
  failure = { code: 'wrong_guess', message: errorMessage('wrong_guess') };
  const { rerender } = render(<Probe />);
  await send(() => guessing.open());
  expect(guessing.state.phase).toBe('wrong');
  waitUntilMs = 2 * MINUTE_MS;
  status = 'completed';
  rerender(<Probe />);
  expect(guessing.state.phase).toBe('wrong');
  await act(async () => vi.advanceTimersByTime(1_000));
  expect(guessing.state.phase).toBe('idle');
});
