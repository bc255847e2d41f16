import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { EVENTS, KEYS } from '../../contract/storage-keys.ts';
import { getDatabase } from '../../local/database.ts';
import { ULID_A, ULID_B, sampleUserRow } from '../../local/testing/samples.ts';
import { navigate } from '../platform/routing/router.tsx';
import { clearToasts, notify, toast } from '../platform/toast-store.ts';
import {
  hasChanged,
  showBadge,
  vibrateWithToasts,
  watchReferrals,
  watchUser,
} from './after-start.ts';

const device = vi.hoisted(() => ({
  stored: new Map<string, unknown>(),
  session: 'signed-out',
  felt: [] as string[],
}));
vi.mock('idb-keyval', () => ({
  get: async (key: string) => device.stored.get(key),
  set: async (key: string, value: unknown) => void device.stored.set(key, value),
}));
vi.mock('../platform/session/session.ts', () => ({ readSession: async () => device.session }));
vi.mock('../platform/native.ts', () => ({
  vibrate: (outcome: string) => device.felt.push(outcome),
}));
const refreshVoucher = vi.fn<(...input: unknown[]) => Promise<object>>();
vi.mock('../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => unknown) => call({ refreshVoucher }),
  checkStorage: async () => undefined,
}));

const badge: (number | 'none')[] = [];
Object.assign(navigator, {
  setAppBadge: async (unread?: number) => void badge.push(unread ?? 0),
  clearAppBadge: async () => void badge.push('none'),
});
const storeUser = (user: Parameters<typeof sampleUserRow>[0]) =>
  getDatabase().user.put(sampleUserRow(user));

beforeEach(() => void badge.splice(0));
afterEach(clearToasts);

watchUser();

test('the badge of the app follows what is unread, down to nothing', async () => {
  const shows = (...expected: unknown[]) => vi.waitFor(() => expect(badge).toEqual(expected));
  await storeUser({ unread_notifications: 3 });
  await shows(3);
  await storeUser({ unread_notifications: 1 });
  await shows(3, 1);
  await storeUser({ unread_notifications: 0 });
  await shows(3, 1, 'none');
});

test('a browser without a badge, or that refuses one, goes without', async () => {
  showBadge({}, 2);
  showBadge({}, 0);
  const refuse = vi.fn(() => Promise.reject(new Error('not allowed')));
  showBadge({ setAppBadge: refuse }, 2);
  await Promise.resolve();
  expect(refuse).toHaveBeenCalledWith(2);
});

const member = (id: number, isPremium: boolean) => ({ id, is_premium: isPremium });

test.each([
  ['a user who became premium', member(1, false), member(1, true), true],
  ['one whose time has run out', member(1, true), member(1, false), true],
  ['the same as before', member(1, true), member(1, true), false],
  ['another user', member(1, true), member(2, false), false],
  ['a sign-in', undefined, member(1, true), false],
  ['a sign-out', member(1, true), undefined, false],
])('whether the premium status has changed: %s', (_, before, now, expected) => {
  expect(hasChanged(before, now)).toBe(expected);
});

test('a user who becomes premium has the waits that run asked for at once, and no other', async () => {
  await getDatabase().waits.bulkPut([
    { ulid: ULID_A, untilMs: Date.now() + 90_000 },
    { ulid: ULID_B, untilMs: Date.now() - 1 },
  ]);
  const known = vi.fn<() => void>();
  addEventListener(EVENTS.premiumStatusChanged, known);
  await storeUser({ unread_notifications: 7 });
  // The status before has to be read first.
  await vi.waitFor(() => expect(badge).toEqual([7]));
  await storeUser({ is_premium: true });
  await vi.waitFor(() => expect(refreshVoucher).toHaveBeenCalledWith(ULID_A, { force: true }));
  expect(known).toHaveBeenCalledOnce();
  expect(refreshVoucher).not.toHaveBeenCalledWith(ULID_B, { force: true });
});

test('the code of a link that a visitor comes to within the app is pending', async () => {
  const pendingAfter = async (path: string): Promise<unknown> => {
    navigate(path);
    await new Promise((resolve) => setTimeout(resolve));
    return device.stored.get(KEYS.pendingReferral);
  };
  watchReferrals();
  navigate('/v/42?ref=kofi7', { replace: true });
  expect(await pendingAfter('/v/42')).toBe('KOFI7');
  expect(await pendingAfter('/v/43?ref=uche9')).toBe('UCHE9');
  expect(await pendingAfter('/signup?next=%2Fv%2F43')).toBe('UCHE9');
  device.session = 'signed-in';
  expect(await pendingAfter('/v/42?ref=kofi7')).toBe('UCHE9');
});

test('what went well or wrong is felt, once; the rest is not', () => {
  vibrateWithToasts();
  toast('Just so');
  notify('Done', { kind: 'success' });
  toast('Failed', { kind: 'error' });
  // The same words restart the one that stands.
  toast('Failed', { kind: 'error' });
  expect(device.felt).toEqual(['success', 'error']);
});
