import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { fail, ok, type Result } from '../../../contract/result.ts';
import { DAY_MS, HOUR_MS, SECOND_MS } from '../../../contract/durations.ts';
import type { StorageCheck } from '../../../workers/storage.ts';
import { deviceState } from './device-state.ts';
import { onWorkerNews } from './recover-storage.ts';

const shown = () => deviceState.get();
const check = vi.fn<() => Promise<Result<StorageCheck>>>();

beforeEach(() => {
  vi.useFakeTimers({ now: 1_800_000_000_000 });
});
afterEach(async () => {
  await onWorkerNews({ news: 'clock', aheadMs: 0 }, check);
  deviceState.set('ok');
  check.mockReset();
  vi.useRealTimers();
});

it('says that the phone is full only where no room could be made, and looks until there is', async () => {
  check.mockResolvedValueOnce(ok('ok'));
  await onWorkerNews({ news: 'storage', state: 'full' }, check);
  expect(shown()).toBe('ok');

  check.mockResolvedValueOnce(ok('full')).mockResolvedValueOnce(ok('full'));
  await onWorkerNews({ news: 'storage', state: 'full' }, check);
  expect(shown()).toBe('full');
  await vi.advanceTimersByTimeAsync(15 * SECOND_MS);
  expect(shown()).toBe('full');
  check.mockResolvedValueOnce(ok('ok'));
  await vi.advanceTimersByTimeAsync(15 * SECOND_MS);
  expect(shown()).toBe('ok');
  await vi.advanceTimersByTimeAsync(60 * SECOND_MS);
  expect(check).toHaveBeenCalledTimes(4);
});

it('asks once for what many calls complain of', async () => {
  check.mockResolvedValue(ok('rebuilt'));
  const news = { news: 'storage', state: 'damaged' } as const;
  await Promise.all([onWorkerNews(news, check), onWorkerNews(news, check)]);
  expect(check).toHaveBeenCalledOnce();
  expect(shown()).toBe('rebuilt');
});

it('says nothing of the storage where it could not be looked at, and looks again', async () => {
  check.mockResolvedValueOnce(fail({ code: 'timeout', message: '' }));
  await onWorkerNews({ news: 'storage', state: 'full' }, check);
  expect(shown()).toBe('ok');
  check.mockResolvedValueOnce(ok('full'));
  await vi.advanceTimersByTimeAsync(15 * SECOND_MS);
  expect(shown()).toBe('full');
  check.mockResolvedValueOnce(fail({ code: 'worker_failed', message: '' }));
  await vi.advanceTimersByTimeAsync(15 * SECOND_MS);
  expect(shown()).toBe('full');
  check.mockResolvedValueOnce(ok('ok'));
  await vi.advanceTimersByTimeAsync(15 * SECOND_MS);
  expect(shown()).toBe('ok');
});

it.each(['rebuilt', 'clock'] as const)(
  'goes on saying %s when the storage is well',
  async (state) => {
    deviceState.set(state);
    check.mockResolvedValueOnce(ok('ok'));
    await onWorkerNews({ news: 'storage', state: 'unavailable' }, check);
    expect(shown()).toBe(state);
    await onWorkerNews({ news: 'storage', state: 'ok' }, check);
    expect(shown()).toBe(state);
  },
);

it('says which tab is in the way, until it is not', async () => {
  await onWorkerNews({ news: 'storage', state: 'blocked' }, check);
  expect(shown()).toBe('blocked');
  await onWorkerNews({ news: 'storage', state: 'ok' }, check);
  expect(shown()).toBe('ok');
  expect(check).not.toHaveBeenCalled();
});

it('says nothing of hours, and tells of a wrong date until it is right', async () => {
  await onWorkerNews({ news: 'clock', aheadMs: 3 * HOUR_MS }, check);
  expect(shown()).toBe('ok');
  await onWorkerNews({ news: 'clock', aheadMs: -400 * DAY_MS }, check);
  expect(shown()).toBe('clock');
  await onWorkerNews({ news: 'clock', aheadMs: 0 }, check);
  expect(shown()).toBe('ok');
});

it('asks the browser to keep what is stored, once it is worth it', async () => {
  const persist = vi.fn<() => Promise<boolean>>(async () => true);
  const persisted = vi.fn<() => Promise<boolean>>(async () => false);
  vi.stubGlobal('navigator', { storage: { persist, persisted } });
  await onWorkerNews({ news: 'kept' }, check);
  expect(persist).toHaveBeenCalledOnce();
  persisted.mockResolvedValue(true);
  await onWorkerNews({ news: 'kept' }, check);
  expect(persist).toHaveBeenCalledOnce();
  // Not every browser has it.
  vi.stubGlobal('navigator', {});
  await onWorkerNews({ news: 'kept' }, check);
  vi.unstubAllGlobals();
});
