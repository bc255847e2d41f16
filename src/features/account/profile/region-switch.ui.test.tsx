import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type { Failure, Result } from '../../../../contract/result.ts';
import { getDatabase, GoodiesDatabase } from '../../../../local/database.ts';
import { sampleUserRow } from '../../../../local/testing/samples.ts';
import { loadLive } from '../../../platform/live/use-live.ts';
import { render, until } from '../../../ui/test-render.ts';
import { RegionSwitch } from './settings-page.tsx';

const refreshUser = vi.fn<() => Promise<Result<unknown>>>();
const setRegion = vi.fn<(region: string) => Promise<Result<unknown>>>();
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) => call({ setRegion, refreshUser }),
}));

const live = (db: GoodiesDatabase, region: 'nigeria' | 'ghana' | 'kenya') =>
  db.user.put(sampleUserRow({ region }));

/** Shows the switch, and waits for what it shows to be chosen. */
async function shown() {
  await loadLive();
  const { container } = render(<RegionSwitch />);
  const chosen = (): string | undefined =>
    container.querySelector<HTMLInputElement>('input:checked')?.value;
  return {
    container,
    shows: (region: string) => until(() => expect(chosen()).toBe(region)),
    choose: (region: string) =>
      act(async () => container.querySelector<HTMLInputElement>(`[value=${region}]`)?.click()),
  };
}

beforeEach(async () => {
  setRegion.mockReset();
  refreshUser.mockReset();
  await live(getDatabase(), 'nigeria');
});

test('a choice is taken to the server, and shown at once', async () => {
  setRegion.mockImplementation(async (region) => {
    await live(getDatabase(), region as 'kenya');
    return { ok: true, value: undefined };
  });
  const { shows, choose } = await shown();
  await shows('nigeria');
  await choose('kenya');
  expect(setRegion.mock.calls).toEqual([['kenya']]);
  await shows('kenya');
});

test('what the server did not take is taken back and said', async () => {
  const error: Failure = { code: 'region_timeout', message: 'Region update timed out' };
  setRegion.mockResolvedValue({ ok: false, error });
  const { shows, choose, container } = await shown();
  await shows('nigeria');
  await choose('ghana');
  await shows('nigeria');
  expect(container.querySelector('[role=alert]')?.textContent).toBe('Region update timed out');
});

test('what the server took though its answer was lost is shown once the user was asked for anew', async () => {
  const error: Failure = { code: 'region_timeout', message: 'Region update timed out' };
  setRegion.mockResolvedValue({ ok: false, error });
  refreshUser.mockImplementation(async () => {
    await live(getDatabase(), 'ghana');
    return { ok: true, value: undefined };
  });
  const { shows, choose } = await shown();
  await shows('nigeria');
  await choose('ghana');
  await shows('ghana');
});

test('another tab’s choice is followed', async () => {
  const { shows } = await shown();
  await shows('nigeria');
  await live(new GoodiesDatabase(), 'ghana');
  await shows('ghana');
});
