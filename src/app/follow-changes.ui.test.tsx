import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { MINUTE_MS, SECOND_MS } from '../../contract/durations.ts';
import { createRefresher } from './follow-changes.ts';
import type { Change } from './live-stream.ts';

const BALANCE: Change = { kind: 'balance', ulid: undefined };
const VOUCHER: Change = { kind: 'voucher', ulid: '01JD7Q4KAAAAAAAAAAAAAAAAAA' };

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

function refresher() {
  const run = vi.fn<(change: Change) => Promise<boolean>>(async () => true);
  return { run, ...createRefresher(run, () => 0.5) };
}

it('refreshes what is the person’s own at once, and a voucher within two seconds', async () => {
  const { run, ask } = refresher();
  void ask(BALANCE);
  void ask(VOUCHER);
  await vi.advanceTimersByTimeAsync(0);
  expect(run.mock.calls).toEqual([[BALANCE]]);
  await vi.advanceTimersByTimeAsync(SECOND_MS);
  expect(run.mock.calls).toEqual([[BALANCE], [VOUCHER]]);
});

it('refreshes once more for what changed during a refresh, and once for many changes', async () => {
  const { run, ask } = refresher();
  let answer = (): void => undefined;
  run.mockImplementationOnce(() => new Promise((resolve) => (answer = () => resolve(true))));
  void ask(BALANCE);
  await vi.advanceTimersByTimeAsync(0);
  for (let events = 0; events < 10; events += 1) void ask(BALANCE);
  answer();
  await vi.advanceTimersByTimeAsync(2_500);
  // Within this time the worker would answer from memory.
  expect(run).toHaveBeenCalledOnce();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(run).toHaveBeenCalledTimes(2);
});

it('repeats a refresh that failed as soon as the stream is open again', async () => {
  const { run, ask, retry } = refresher();
  run.mockResolvedValueOnce(false);
  void ask(BALANCE);
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(run).toHaveBeenCalledOnce();
  retry();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(run).toHaveBeenCalledTimes(2);
  retry();
  await vi.advanceTimersByTimeAsync(MINUTE_MS);
  expect(run).toHaveBeenCalledTimes(2);
});
