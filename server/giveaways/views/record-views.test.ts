import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Db } from '../../db/database.ts';
import { createSecrets } from '../../config/secrets.ts';
import { createViewCounter, type recordViews } from './record-views.ts';
import { TRUST, type ViewCounter, type Viewer } from './viewer.ts';

const record = vi.fn<typeof recordViews>();
const errors: string[] = [];
let counter: ViewCounter;

beforeEach(() => {
  vi.useFakeTimers();
  record.mockReset();
  record.mockResolvedValue();
  errors.length = 0;
  const secrets = createSecrets('a secret of at least 32 characters');
  const log = { error: (_details: object, message: string) => errors.push(message) };
  const parts = { db: {} as Db, clock: { now: () => 0 }, secrets: () => secrets, log };
  counter = createViewCounter(parts, record);
});
afterEach(async () => {
  record.mockResolvedValue();
  await counter.stop();
  vi.useRealTimers();
});

const viewerOf = (key: string, trust: Viewer['trust'] = TRUST.full): Viewer => ({
  key,
  trust,
  network: 'home',
});

const written = () =>
  record.mock.calls.map(([, , views]) =>
    views.map(({ voucherId, viewer }) => `${voucherId} ${viewer.key}`),
  );

describe('a view counter', () => {
  it('writes once a second, each viewer of a voucher once', async () => {
    counter.start();
    counter.add(1, viewerOf('u:1'));
    counter.add(1, viewerOf('u:1'));
    counter.add(2, viewerOf('u:1'));
    expect(record).not.toHaveBeenCalled();
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written()).toEqual([['1 u:1', '2 u:1']]);
    await vi.advanceTimersByTimeAsync(5_000);
    expect(record).toHaveBeenCalledTimes(1);
  });

  it('takes a viewer for what they have proven meanwhile', async () => {
    for (const trust of [TRUST.none, TRUST.device, TRUST.none])
      counter.add(1, viewerOf('d:1', trust));
    await counter.flush();
    expect(record.mock.calls[0]?.[2]).toEqual([
      { voucherId: 1, viewer: viewerOf('d:1', TRUST.device) },
    ]);
  });

  it('lets those who wait share the next write of the second', async () => {
    counter.start();
    counter.add(1, viewerOf('u:1'));
    await counter.written();
    expect(record).toHaveBeenCalledTimes(1);
    counter.add(1, viewerOf('u:2'));
    const second = counter.written();
    counter.add(1, viewerOf('u:3'));
    const third = counter.written();
    await vi.advanceTimersByTimeAsync(999);
    expect(record).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await Promise.all([second, third]);
    expect(written()).toEqual([['1 u:1'], ['1 u:2', '1 u:3']]);
  });

  it('keeps what could not be written, and tells those who wait for it', async () => {
    counter.start();
    record.mockRejectedValueOnce(new Error('the database is away'));
    counter.add(1, viewerOf('u:1'));
    await expect(counter.written()).rejects.toThrow('away');
    await vi.advanceTimersByTimeAsync(1_000);
    expect(written()).toEqual([['1 u:1'], ['1 u:1']]);
    expect(errors).toEqual([]);
  });

  it('reports a failure that no caller waits for', async () => {
    counter.start();
    record.mockRejectedValueOnce(new Error('the database is away'));
    counter.add(1, viewerOf('u:1'));
    await vi.advanceTimersByTimeAsync(1_000);
    expect(errors).toEqual(['views could not be written']);
  });

  it('takes no more than it can hold', () => {
    for (let viewer = 0; viewer < 50_000; viewer += 1)
      expect(counter.add(1, viewerOf(`u:${viewer}`))).toBe(true);
    expect(counter.add(1, viewerOf('u:50000'))).toBe(false);
  });

  it('writes what is left when it stops', async () => {
    counter.start();
    counter.add(1, viewerOf('u:1'));
    await counter.stop();
    expect(written()).toEqual([['1 u:1']]);
  });
});
