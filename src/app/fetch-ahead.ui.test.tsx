import { beforeEach, expect, test, vi } from 'vitest';

import { EVENTS } from '../../contract/storage-keys.ts';
import { fetchAheadOnSignIn } from './fetch-ahead.ts';

const device = vi.hoisted(() => ({ isSaving: false, failing: '', asked: [] as string[] }));
vi.mock('../platform/data-saver.ts', () => ({ isSavingData: () => device.isSaving }));
vi.mock('../platform/session/session.ts', () => ({ readSession: async () => 'signed-in' }));
vi.mock('../../local/database.ts', () => ({ getDatabase: () => ({}) }));
vi.mock('../../local/queries/user-and-region.ts', () => ({
  readUser: async () => ({ user: { region: 'kenya' } }),
}));
vi.mock('../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => string) => {
    const name = call(
      new Proxy(
        {},
        {
          get: (_, method) => (input: unknown) => {
            const detail = typeof input === 'string' ? input : (input as { path?: string })?.path;
            return [String(method), detail].filter(Boolean).join(' ');
          },
        },
      ),
    );
    device.asked.push(name);
    return { ok: name !== device.failing };
  },
}));

const ALL = [
  'fetchAhead',
  'refreshAnswer /dashboard',
  'refreshAnswer /referrals',
  'refreshAccount',
  'refreshNotices',
  'refreshAirtime kenya',
  'refreshBillers kenya',
  'refreshAnswer /leaderboard',
];

vi.stubGlobal('requestIdleCallback', (work: () => void) => work());
fetchAheadOnSignIn();
const signIn = async (): Promise<void> => {
  dispatchEvent(new CustomEvent(EVENTS.authStateChanged));
  await new Promise((resolve) => setTimeout(resolve));
};

beforeEach(() => Object.assign(device, { isSaving: false, failing: '', asked: [] }));

test('a sign-in fetches what screens begin with, lists first', async () => {
  await signIn();
  expect(device.asked).toEqual(ALL);
});

test('nothing is fetched ahead where data is saved', async () => {
  device.isSaving = true;
  await signIn();
  expect(device.asked).toEqual([]);
});

test.each([0, 3])('the first failure ends it: %s', async (index) => {
  device.failing = ALL[index] ?? '';
  await signIn();
  expect(device.asked).toEqual(ALL.slice(0, index + 1));
});
