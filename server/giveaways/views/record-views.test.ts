import { beforeEach, describe, expect, it, vi } from 'vitest';

import { createSecrets } from '../../config/secrets.ts';
import type { Db } from '../../db/database.ts';
import { createViewCounter, type recordViews } from './record-views.ts';
import { TRUST, type ViewCounter, type Viewer } from './viewer.ts';

const record = vi.fn<typeof recordViews>();
const error = vi.fn<(details: object, message: string) => void>();
let counter: ViewCounter;

beforeEach(() => {
  record.mockReset();
  record.mockResolvedValue();
  const secrets = createSecrets('a secret of at least 32 characters');
  const parts = { db: {} as Db, clock: { now: () => 0 }, secrets: () => secrets, log: { error } };
  counter = createViewCounter(parts, record);
});

const viewerOf = (key: string, trust: Viewer['trust'] = TRUST.full): Viewer => ({
  key,
  trust,
  network: 'home',
});

describe('a view counter', () => {
  it('writes each viewer of a voucher once, with what they have proven meanwhile', async () => {
    for (const trust of [TRUST.none, TRUST.device, TRUST.none])
      counter.add(1, viewerOf('d:1', trust));
    counter.add(2, viewerOf('d:1'));
    await counter.flush();
    expect(record.mock.calls.map(([, , views]) => views)).toEqual([
      [
        { voucherId: 1, viewer: viewerOf('d:1', TRUST.device) },
        { voucherId: 2, viewer: viewerOf('d:1') },
      ],
    ]);
  });

  it('reports a failure that no caller waits for', async () => {
    record.mockRejectedValueOnce(new Error('the database is away'));
    counter.add(1, viewerOf('u:1'));
    await counter.stop();
    expect(error.mock.calls.map(([, message]) => message)).toEqual(['views could not be written']);
  });

  it('takes no more than it can hold', () => {
    for (let viewer = 0; viewer < 50_000; viewer += 1)
      expect(counter.add(1, viewerOf(`u:${viewer}`))).toBe(true);
    expect(counter.add(1, viewerOf('u:50000'))).toBe(false);
  });
});
