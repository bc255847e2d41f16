import 'fake-indexeddb/auto';
import { act } from 'react';
import { beforeEach, expect, test, vi } from 'vitest';

import type {
  MoneyLimitBody,
  MoneyLimitsAnswer,
} from '../../../../contract/accounts/money-limits.ts';
import { ok, type Result } from '../../../../contract/result.ts';
import { getDatabase } from '../../../../local/database.ts';
import { answerKey } from '../../../../local/queries/answers.ts';
import { sampleMoneyLimit } from '../../../../local/testing/samples.ts';
import { clearToasts, toasts } from '../../../platform/toast-store.ts';
import { loadLive } from '../../../platform/live/use-live.ts';
import { buttonNamed, click, one, render, type, until } from '../../../ui/test-render.ts';
import { MoneyLimits } from './money-limits.tsx';

const setMoneyLimit = vi.fn<(body: MoneyLimitBody) => Promise<Result<undefined>>>();
let refreshed: Result<undefined> = ok(undefined);
vi.mock('../../../platform/worker/data-worker.ts', () => ({
  callWorker: (call: (worker: object) => unknown) =>
    call({
      setMoneyLimit: (body: MoneyLimitBody) => setMoneyLimit(body),
      refreshAnswer: async () => refreshed,
    }),
}));
const network = vi.hoisted(() => ({ now: 'online' }));
vi.mock('../../../platform/connectivity.ts', async (load) => ({
  ...(await load<object>()),
  useConnectivity: () => network.now,
}));

type Data = MoneyLimitsAnswer['data'];
const VERIFIED: Data = {
  level: 'verified',
  next: { level: 'known', days_left: 12, payouts_left: 1 },
  payout_name: null,
  limits: [sampleMoneyLimit()],
};

async function opened(data: Data | undefined) {
  await loadLive();
  const { answers } = getDatabase();
  await answers.clear();
  if (data)
    await answers.put({
      key: answerKey({ path: '/user/money-limits' }),
      answer: { success: true, data },
      fetchedAt: Date.now(),
    });
  const { container } = render(<MoneyLimits />);
  const text = (): string => container.textContent ?? '';
  const button = (name: string): HTMLButtonElement => buttonNamed(container, name);
  const typeLimit = (text: string): void => type(one(container, 'input'), text);
  return { text, button, typeLimit };
}

beforeEach(() => {
  network.now = 'online';
  refreshed = ok(undefined);
  setMoneyLimit.mockReset();
  setMoneyLimit.mockResolvedValue(ok(undefined));
  clearToasts();
});

test('says the level, what is left today, and how to rise', async () => {
  const { text } = await opened(VERIFIED);
  await until(() => expect(text()).toContain('Left today₦30,000 of ₦50,000'));
  expect(text()).toContain('LevelE-mail verified');
  expect(text()).toContain(
    'You can take out up to ₦200,000 a day once your account is 12 days older and 1 more withdrawal has arrived.',
  );
});

test.each<[Partial<Data>, string]>([
  [
    { level: 'known', next: { level: 'identified', days_left: 0, payouts_left: 0 } },
    'To take out up to ₦200,000 a day, write to us and have your identity checked.',
  ],
  [
    { level: 'unverified', next: { level: 'verified', days_left: 30, payouts_left: 3 } },
    'Verify your e-mail address to take out up to ₦200,000 a day.',
  ],
])('says what raises %j', async (data, words) => {
  const { text } = await opened({ ...VERIFIED, ...data });
  await until(() => expect(text()).toContain(words));
});

test('says nothing of a higher level where there is none', async () => {
  const limits = [sampleMoneyLimit({ next_level_limit: null })];
  const { text } = await opened({
    level: 'identified',
    next: null,
    payout_name: 'ADA OBI',
    limits,
  });
  await until(() => expect(text()).toContain('Identity checked'));
  expect(text()).not.toContain('up to');
  expect(text()).toContain('Payouts go toaccounts in the name of ADA OBI');
});

test('a lower limit is set; one that is not lower is refused before it is sent', async () => {
  const { text, button, typeLimit } = await opened(VERIFIED);
  await until(() => expect(text()).toContain('Your own limit a day'));
  typeLimit('50000');
  await act(async () => click(button('Set my limit')));
  expect(text()).toContain('Must be lower than ₦50,000');
  expect(setMoneyLimit).not.toHaveBeenCalled();
  typeLimit('2500.50');
  await act(async () => click(button('Set my limit')));
  expect(setMoneyLimit).toHaveBeenCalledWith({ currency: 'NGN', limit: 2500.5 });
  expect(toasts.get()).toMatchObject([{ message: 'Saved' }]);
});

test('a refusal of the server is said', async () => {
  setMoneyLimit.mockResolvedValue({ ok: false, error: { code: 'timeout', message: 'Too slow' } });
  const { text, button, typeLimit } = await opened(VERIFIED);
  await until(() => expect(text()).toContain('Your own limit a day'));
  typeLimit('100');
  await act(async () => click(button('Set my limit')));
  expect(text()).toContain('Too slow');
});

test('an own limit can be removed, and what waits says from when', async () => {
  const { text, button } = await opened({
    ...VERIFIED,
    limits: [sampleMoneyLimit({ own_limit: 2_000, limit: 2_000, left: 2_000 })],
  });
  await until(() => expect(text()).toContain('Now ₦2,000'));
  await act(async () => click(button('Remove my limit')));
  expect(setMoneyLimit).toHaveBeenCalledWith({ currency: 'NGN', limit: null });

  const next_own_limit = { limit: null, from: '2100-01-02T12:00:00.000Z' };
  const waiting = await opened({
    ...VERIFIED,
    limits: [sampleMoneyLimit({ own_limit: 2_000, next_own_limit })],
  });
  await until(() => expect(waiting.text()).toContain('you have no limit of your own.'));
  expect(() => waiting.button('Remove my limit')).toThrow('no button');
});

test('without a network the last known limits stay, and nothing can be changed', async () => {
  network.now = 'offline';
  refreshed = { ok: false, error: { code: 'offline', message: 'You are offline' } };
  const { text, button } = await opened(VERIFIED);
  await until(() => expect(text()).toContain('Left today₦30,000 of ₦50,000'));
  expect(button('Set my limit').disabled).toBe(true);
});

test('what was never fetched says why it cannot be', async () => {
  refreshed = { ok: false, error: { code: 'offline', message: 'You are offline' } };
  const { text } = await opened(undefined);
  await until(() => expect(text()).toContain('You are offline'));
});
