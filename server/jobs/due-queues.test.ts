import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { type DueQueues, watchDueQueues } from './due-queues.ts';

type Answer = { rows: Record<string, unknown>[] };

const told: string[] = [];
const failures: unknown[] = [];
const executeSql = vi.fn<(text: string) => Promise<Answer>>();
let queues: DueQueues;

beforeEach(() => {
  vi.useFakeTimers();
  told.length = 0;
  failures.length = 0;
  executeSql.mockReset();
  executeSql.mockResolvedValue({ rows: [] });
  queues = watchDueQueues({
    executeSql,
    onDue: (queue) => told.push(queue),
    onFailure: (error) => failures.push(error),
  });
  queues.start();
});
afterEach(() => {
  queues.stop();
  vi.useRealTimers();
});

it('asks once a second, for all queues, and tells of those in which a job is due', async () => {
  executeSql.mockResolvedValueOnce({ rows: [{ name: 'mails' }, { name: 'draws' }] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['mails', 'draws']);
  await vi.advanceTimersByTimeAsync(9_000);
  expect(executeSql).toHaveBeenCalledTimes(10);
  expect(told).toHaveLength(2);
});

it('asks nothing more while an answer is waited for', async () => {
  let answer = (_answer: Answer): void => undefined;
  executeSql.mockImplementationOnce(() => new Promise((resolve) => (answer = resolve)));
  await vi.advanceTimersByTimeAsync(5_000);
  expect(executeSql).toHaveBeenCalledTimes(1);
  answer({ rows: [{ name: 'mails' }] });
  await vi.advanceTimersByTimeAsync(1_000);
  expect(told).toEqual(['mails']);
  expect(executeSql).toHaveBeenCalledTimes(2);
});

it('looks again after a failure, and tells of it', async () => {
  const failure = new Error('relation does not exist');
  executeSql.mockRejectedValueOnce(failure);
  executeSql.mockResolvedValueOnce({ rows: [{ name: 'mails' }] });
  await vi.advanceTimersByTimeAsync(2_000);
  expect(failures).toEqual([failure]);
  expect(told).toEqual(['mails']);
});

it('looks no more once it is stopped', async () => {
  queues.stop();
  await vi.advanceTimersByTimeAsync(5_000);
  expect(executeSql).not.toHaveBeenCalled();
});
