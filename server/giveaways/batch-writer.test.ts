import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { createBatchWriter } from './batch-writer.ts';

const write = vi.fn<(batch: ReadonlyMap<string, number>) => Promise<void>>();
const onFailure = vi.fn<(error: unknown) => void>();
const create = (maxWaiting = 100) =>
  createBatchWriter<string, number>({
    write,
    merge: (known, added) => known + added,
    maxWaiting,
    onFailure,
  });
const written = () => write.mock.calls.map(([batch]) => [...batch]);
const AWAY = new Error('the database is away');

beforeEach(() => {
  vi.useFakeTimers();
  write.mockReset();
  write.mockResolvedValue();
  onFailure.mockReset();
});
afterEach(() => vi.useRealTimers());

describe('a batch writer', () => {
  it('writes what came since, once a second, and nothing when nothing came', async () => {
    const batches = create();
    batches.start();
    for (const key of ['a', 'b', 'a']) batches.add(key, 1);
    expect(write).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(3_000);
    batches.add('a', 1);
    await batches.stop();
    await vi.advanceTimersByTimeAsync(3_000);
    expect(written()).toEqual([Object.entries({ a: 2, b: 1 }), [['a', 1]]]);
  });

  it('starts no write before the one before it has ended', async () => {
    let end = (): void => undefined;
    write.mockImplementationOnce(
      () =>
        new Promise((resolve) => {
          end = resolve;
        }),
    );
    const batches = create();
    batches.add('a', 1);
    const first = batches.flush();
    await vi.waitFor(() => expect(write).toHaveBeenCalledTimes(1));
    batches.add('a', 2);
    const second = batches.flush();
    await vi.advanceTimersByTimeAsync(0);
    expect(write).toHaveBeenCalledTimes(1);
    end();
    await Promise.all([first, second]);
    expect(written()).toEqual([[['a', 1]], [['a', 2]]]);
  });

  it('adds what could not be written to what came meanwhile, as far as there is room', async () => {
    const batches = create(2);
    write.mockImplementationOnce(async () => {
      batches.add('a', 10);
      batches.add('c', 10);
      throw AWAY;
    });
    batches.add('a', 1);
    batches.add('b', 1);
    expect(batches.add('c', 1)).toBe(false);
    await expect(batches.flush()).rejects.toThrow(AWAY);
    await batches.flush();
    expect(written()[1]).toEqual(Object.entries({ a: 11, c: 10 }));
  });

  it('lets those who wait share the next write of the second', async () => {
    const batches = create();
    batches.start();
    batches.add('a', 1);
    await batches.written();
    expect(write).toHaveBeenCalledTimes(1);
    batches.add('b', 1);
    const second = batches.written();
    batches.add('c', 1);
    const third = batches.written();
    await vi.advanceTimersByTimeAsync(999);
    expect(write).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([second, third]);
    expect(written()).toEqual([[['a', 1]], Object.entries({ b: 1, c: 1 })]);
    await batches.stop();
  });

  it('tells those who wait that a write failed, and nobody else', async () => {
    const batches = create();
    batches.start();
    write.mockRejectedValueOnce(AWAY);
    batches.add('a', 1);
    await expect(batches.written()).rejects.toThrow(AWAY);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written()).toEqual([[['a', 1]], [['a', 1]]]);
    expect(onFailure).not.toHaveBeenCalled();
    await batches.stop();
  });

  it('tells of a write that fails while nobody waits for it', async () => {
    write.mockRejectedValueOnce(AWAY);
    const batches = create();
    batches.add('a', 1);
    await batches.stop();
    expect(onFailure).toHaveBeenCalledWith(AWAY);
    expect(written()).toEqual([[['a', 1]], [['a', 1]]]);
  });
});
