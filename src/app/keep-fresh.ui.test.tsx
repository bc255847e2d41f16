import { beforeEach, expect, test, vi } from 'vitest';

import { errorMessage } from '../../contract/errors.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { EVENTS, KEYS } from '../../contract/storage-keys.ts';
import { refreshSession } from '../platform/session/session.ts';
import { toasts } from '../platform/toast-store.ts';
import { keepFresh, refreshesAtStart, refreshesOnArrival } from './keep-fresh.ts';

const stored = new Map<string, string>();
vi.mock('idb-keyval', () => ({ get: async (key: string) => stored.get(key) }));

const calls: (readonly unknown[])[] = [];
let answer: Result<undefined> = ok(undefined);
vi.mock('../platform/worker/data-worker.ts', () => ({
  tellWorker: async () => undefined,
  callWorker: async (call: (worker: object) => unknown) =>
    call(
      new Proxy(
        {},
        {
          get:
            (_, name) =>
            (...input: readonly unknown[]) => {
              calls.push([name, ...input]);
              return answer;
            },
        },
      ),
    ),
}));

await keepFresh();
beforeEach(() => {
  answer = ok(undefined);
  calls.length = 0;
});

test('after a sign-in the user is fetched with region and subscription, however fresh the row is', async () => {
  stored.set(KEYS.token, 'secret');
  await refreshSession();
  await vi.waitFor(() => expect(calls).toEqual([['refreshUser', { force: true }]]));
});

test('after a sign-out the region is asked of the network', async () => {
  stored.clear();
  const told: unknown[] = [];
  addEventListener(EVENTS.authStateChanged, (event) => told.push((event as CustomEvent).detail));
  await refreshSession();
  expect(told).toEqual(['signed-out']);
  await vi.waitFor(() => expect(calls).toEqual([['detectRegion']]));
});

test('a user who could not be loaded is a warning, unless nothing was heard at all', async () => {
  for (const [token, failure] of [
    ['t1', { code: 'network', message: 'Network error occurred' }],
    ['t2', { code: 'internal', status: 502, message: errorMessage('user_load_failed') }],
  ] as const) {
    stored.clear();
    await refreshSession();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    calls.length = 0;
    answer = fail(failure);
    stored.set(KEYS.token, token);
    await refreshSession();
    await vi.waitFor(() => expect(calls).toHaveLength(1));
    calls.length = 0;
  }
  await vi.waitFor(() =>
    expect(toasts.get()).toMatchObject([{ message: 'Failed to load user data', kind: 'info' }]),
  );
});

test('what could not be asked without a network is asked when it returns, after a sign-in however fresh the row is', async () => {
  const networkReturns = (): void => void dispatchEvent(new Event('online'));
  stored.set(KEYS.token, 't3');
  answer = fail({ code: 'network', message: 'Network error occurred' });
  await refreshSession();
  await vi.waitFor(() => expect(calls).toHaveLength(1));
  for (const expected of [['refreshUser', { force: true }], ['refreshUser']]) {
    calls.length = 0;
    answer = ok(undefined);
    networkReturns();
    await vi.waitFor(() => expect(calls[0]).toEqual(expected));
  }
});

test('another region has its rates fetched, the one that the app opens with has not', async () => {
  const show = (detail: string): boolean =>
    dispatchEvent(new CustomEvent(EVENTS.regionUpdated, { detail }));
  show('nigeria');
  show('nigeria');
  expect(calls).toEqual([]);
  show('kenya');
  expect(calls).toEqual([['refreshRates']]);
});

test('asks for a visitor only where they are', () => {
  expect(refreshesAtStart('/v/ABC', 'signed-out')).toEqual(['detectRegion']);
  expect(refreshesOnArrival('/v/ABC', 'signed-out')).toEqual([]);
});

test('fetches region and rates at the start, except on pages that people wait for', () => {
  expect(refreshesAtStart('/wallet', 'signed-in')).toEqual([
    'refreshUser',
    'refreshRegions',
    'refreshRates',
  ]);
  for (const path of ['/', '/welcome', '/login', '/signup']) {
    expect(refreshesAtStart(path, 'signed-in')).toEqual(['refreshUser']);
  }
});

test('has rates ready where amounts are entered, and lists everywhere but on payment pages', () => {
  expect(refreshesOnArrival('/add-voucher', 'signed-in')).toEqual([
    'refreshRegions',
    'refreshRates',
    'refreshHome',
  ]);
  expect(refreshesOnArrival('/profile', 'signed-in')).toEqual(['refreshHome']);
  for (const path of ['/payment', '/payment/verify', '/premium']) {
    expect(refreshesOnArrival(path, 'signed-in')).toEqual([]);
  }
  // Another page that only begins alike.
  expect(refreshesOnArrival('/payment-voucher', 'signed-in')).toEqual(['refreshHome']);
});
