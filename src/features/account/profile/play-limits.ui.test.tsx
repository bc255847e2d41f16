import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';

import type { Limits } from '../../../../contract/accounts.ts';
import { DAY_MS, MINUTE_MS } from '../../../../contract/durations.ts';
import { ok, type Result } from '../../../../contract/result.ts';
import { getDatabase } from '../../../../local/database.ts';
import { SINGLE } from '../../../../local/rows.ts';
import { sampleUserRow } from '../../../../local/testing/samples.ts';
import { noteClock } from '../../../platform/clock/server-time.ts';
import { loadLive } from '../../../platform/live/use-live.ts';
import { one, render, until } from '../../../ui/test-render.ts';
import SettingsPage from './settings-page.tsx';

const setLimits = vi.fn<(limits: Limits) => Promise<Result<undefined>>>();
const refreshAccount = vi.fn(async (): Promise<Result<undefined>> => ok(undefined));
vi.mock('../../../platform/worker/data-worker.ts', () => {
  const done = async () => ({ ok: true, value: undefined });
  const worker = {
    setLimits: (limits: Limits) => setLimits(limits),
    refreshAccount: () => refreshAccount(),
  };
  return {
    callWorker: (call: (worker: object) => unknown) =>
      call(new Proxy(worker, { get: (own, name) => Reflect.get(own, name) ?? done })),
    tellWorker: done,
  };
});

const mirror = (limits: Limits, fetchedAt: number) =>
  getDatabase().account.put({ key: SINGLE, sessions: [], passkeys: [], limits, fetchedAt });

/** Opens the settings and in them the limits, and waits for these. */
async function opened() {
  await loadLive();
  const { container } = render(<SettingsPage />);
  const form = (): HTMLElement => one(container, 'form[aria-label="Play limits"]');
  const fields = () => [...form().querySelectorAll('select')];
  await until(() => {
    for (const fold of container.querySelectorAll('details'))
      if (fold.textContent.includes('Play limits')) fold.open = true;
    expect(fields()).toHaveLength(2);
  });
  return {
    form,
    values: () => fields().map(({ value }) => value),
    choose: (index: number, value: string) =>
      act(async () => {
        const field = fields()[index];
        if (!field) return;
        field.value = value;
        field.dispatchEvent(new Event('change', { bubbles: true }));
      }),
    save: () => act(async () => form().querySelector<HTMLElement>('[type=submit]')?.click()),
  };
}

beforeEach(async () => {
  setLimits.mockReset();
  await getDatabase().user.put(sampleUserRow());
  await mirror({ guesses_per_day: 20, break_until: null }, 1);
});

test('what was chosen stays where the account is fetched anew', async () => {
  const { values, choose, form } = await opened();
  await choose(0, '5');
  await choose(1, '7');
  await mirror({ guesses_per_day: 20, break_until: '2100-01-01T00:00:00.000Z' }, 2);
  await until(() => expect(form().textContent).toContain('You are taking a break'));
  expect(values()).toEqual(['5', '7']);
});

test('what is not chosen follows the account', async () => {
  const { values } = await opened();
  await mirror({ guesses_per_day: 50, break_until: null }, 2);
  await until(() => expect(values()).toEqual(['50', '0']));
});

test('a break that was not taken stays chosen', async () => {
  const { values, choose, save } = await opened();
  await choose(1, '7');
  setLimits.mockResolvedValue({ ok: false, error: { code: 'network', message: 'No network' } });
  await save();
  expect(setLimits).toHaveBeenCalledOnce();
  expect(values()).toEqual(['20', '7']);
  setLimits.mockResolvedValue({ ok: true, value: undefined });
  await save();
  expect(values()).toEqual(['20', '0']);
});

test('a break that began though its answer was lost is told', async () => {
  const { choose, save, form } = await opened();
  await choose(1, '7');
  setLimits.mockResolvedValue({ ok: false, error: { code: 'network', message: 'No network' } });
  refreshAccount.mockImplementationOnce(async () => {
    await mirror({ guesses_per_day: 20, break_until: '2100-01-01T00:00:00.000Z' }, 2);
    return ok(undefined);
  });
  await save();
  await until(() => expect(form().textContent).toContain('You are taking a break'));
});

test('a break that has ended since it was fetched is none', async () => {
  await mirror({ guesses_per_day: 20, break_until: '2020-01-01T00:00:00.000Z' }, 2);
  const { form } = await opened();
  expect(form().textContent).not.toContain('You are taking a break');
});

test('a break that ends while the page is open is told no longer', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'], shouldAdvanceTime: true });
  onTestFinished(() => {
    vi.useRealTimers();
    noteClock(0);
  });
  await mirror(
    { guesses_per_day: 20, break_until: new Date(Date.now() + DAY_MS).toISOString() },
    2,
  );
  const { form } = await opened();
  expect(form().textContent).toContain('You are taking a break');
  noteClock(-DAY_MS);
  await act(async () => vi.advanceTimersByTime(MINUTE_MS));
  expect(form().textContent).not.toContain('You are taking a break');
});
