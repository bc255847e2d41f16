import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { VISIT_VISIBLE_MS } from '../../contract/constants.ts';
import { DAY_MS } from '../../contract/durations.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import {
  fetchAheadOnSignIn,
  isPushDue,
  keepCodeCached,
  keepDeviceProven,
} from './background-work.ts';

const FRESH = { isSaving: false, session: 'signed-in', failing: '' };
const device = vi.hoisted(() => ({
  isSaving: false,
  session: '',
  failing: '',
  called: [] as string[],
  posted: [] as unknown[],
  onNetwork: (): void => undefined,
  onNetworkIdle: (): void => undefined,
  hasFetched: Promise.resolve(),
}));
const deliverOutbox = vi.hoisted(() => vi.fn<() => void>());
vi.mock('../platform/network-idle.ts', () => ({
  whenFirstScreenLoaded: () => new Promise<void>((resolve) => (device.onNetworkIdle = resolve)),
  untilNetworkIdle: () => device.hasFetched,
}));
vi.mock('../platform/connectivity.ts', () => ({
  onNetworkReturn: (listener: () => void) => {
    device.onNetwork = listener;
  },
}));
vi.mock('../platform/data-saver.ts', () => ({ isSavingData: () => device.isSaving }));
vi.mock('../platform/session/session.ts', () => ({ readSession: async () => device.session }));
vi.mock('../platform/tracking.ts', () => ({ deliverOutbox }));
vi.mock('../../local/database.ts', () => ({ getDatabase: () => ({}) }));
vi.mock('../../local/queries/user-and-region.ts', () => ({
  readUser: async () => ({ user: { region: 'kenya' } }),
}));
vi.mock('../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => string) => {
    const get =
      (_: object, method: string | symbol) =>
      (input: unknown): string => {
        const { path, region } = (input ?? {}) as { path?: string; region?: string };
        return [String(method), path, region].filter(Boolean).join(' ');
      };
    const name = call(new Proxy({}, { get }));
    device.called.push(name);
    return { ok: name !== device.failing };
  },
}));
Object.defineProperty(navigator, 'serviceWorker', {
  value: {
    ready: Promise.resolve({
      active: { postMessage: (message: unknown) => device.posted.push(message) },
    }),
  },
});
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const changeSession = async (): Promise<void> => {
  dispatchEvent(new CustomEvent(EVENTS.authStateChanged));
  await settled();
};

beforeEach(() =>
  Object.assign(device, FRESH, { called: [], posted: [], hasFetched: Promise.resolve() }),
);
afterEach(() => vi.useRealTimers());

const ASKED = { type: 'keep-code' };

keepCodeCached();
fetchAheadOnSignIn();

test('the code of every page is asked for once the first screen is calm, at a sign-in or sign-out, and when the network is back', async () => {
  await settled();
  expect(device.posted).toEqual([]);
  device.onNetworkIdle();
  await settled();
  expect(device.posted).toEqual([ASKED]);
  await changeSession();
  expect(device.posted).toEqual([ASKED, ASKED]);
  device.onNetwork();
  await settled();
  expect(device.posted).toEqual([ASKED, ASKED, ASKED]);
});

test.each([
  ['a visitor does not fetch the code of every page', 'signed-out', []],
  ['a user does, who needs the app offline', 'signed-in', [ASKED]],
] as const)('with data saver on %s', async (_, session, expected) => {
  Object.assign(device, { isSaving: true, session });
  device.onNetwork();
  await settled();
  expect(device.posted).toEqual(expected);
});

const AHEAD = [
  'fetchAhead',
  'refreshAnswer /dashboard',
  'refreshAnswer /referrals',
  'refreshAccount',
  'refreshNotices',
  'refreshAnswer /airtime/networks kenya',
  'refreshAnswer /bills/categories kenya',
  'refreshAnswer /leaderboard',
];

test.each([
  ['a sign-in fetches what screens begin with, lists first', {}, AHEAD],
  ['nothing is fetched ahead where data is saved', { isSaving: true }, []],
  ['the first failure ends it', { failing: AHEAD[0] }, AHEAD.slice(0, 1)],
  ['a later failure ends it', { failing: AHEAD[3] }, AHEAD.slice(0, 4)],
])('%s', async (_, change, expected) => {
  Object.assign(device, change);
  await changeSession();
  expect(device.called).toEqual(expected);
});

test('neither competes with what the person waits for after a sign-in', async () => {
  let settle = (): void => undefined;
  device.hasFetched = new Promise((resolve) => (settle = resolve));
  await changeSession();
  expect([device.called, device.posted]).toEqual([[], []]);
  settle();
  await settled();
  expect([device.called, device.posted]).toEqual([AHEAD, [ASKED]]);
});

const SAVED_AT_MS = 1_000;
const WEEK_MS = 7 * DAY_MS;

test.each([
  ['not before 7 days', SAVED_AT_MS, SAVED_AT_MS + WEEK_MS - 1, 'granted', false],
  ['after 7 days', SAVED_AT_MS, SAVED_AT_MS + WEEK_MS, 'granted', true],
  ['at once where the clock was far ahead', SAVED_AT_MS + WEEK_MS, SAVED_AT_MS, 'granted', true],
  ['at once where the permission was taken back', SAVED_AT_MS, SAVED_AT_MS, 'denied', true],
  ['never while push is off', 0, SAVED_AT_MS + WEEK_MS, 'granted', false],
  ['never where there is none', SAVED_AT_MS, SAVED_AT_MS + WEEK_MS, undefined, false],
] as const)('the push token is saved again: %s', (_when, savedAtMs, nowMs, permission, isDue) => {
  expect(isPushDue(savedAtMs, nowMs, permission)).toBe(isDue);
});

test('the device does its work after the start and after a sign-out, then visits that waited are sent', async () => {
  vi.useFakeTimers();
  Object.assign(device, { session: 'signed-out', failing: 'proveDevice' });
  keepDeviceProven();
  await vi.advanceTimersByTimeAsync(VISIT_VISIBLE_MS - 1);
  expect(device.called).toEqual([]);
  await vi.advanceTimersByTimeAsync(1);
  expect(device.called).toEqual(['proveDevice']);
  expect(deliverOutbox).not.toHaveBeenCalled();
  device.failing = '';
  dispatchEvent(new Event(EVENTS.authStateChanged));
  await vi.advanceTimersByTimeAsync(VISIT_VISIBLE_MS);
  expect(device.called).toEqual(['proveDevice', 'proveDevice']);
  expect(deliverOutbox).toHaveBeenCalledOnce();
});
