import { expect, test, vi } from 'vitest';

import { KEYS } from '../../../contract/storage-keys.ts';
import { navigate } from '../../platform/routing/router.tsx';
import { watchReferrals } from './watch-referrals.ts';

const device = vi.hoisted(() => ({ kept: new Map<string, unknown>() }));
vi.mock('idb-keyval', () => ({
  get: async (key: string) => device.kept.get(key),
  set: async (key: string, value: unknown) => void device.kept.set(key, value),
}));
const session = vi.hoisted(() => ({ phase: 'signed-out' }));
vi.mock('../../platform/session/session.ts', () => ({ readSession: async () => session.phase }));

const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const pending = (): unknown => device.kept.get(KEYS.pendingReferral);

test('the code of a link that a visitor comes to within the app is pending', async () => {
  watchReferrals();
  navigate('/v/42?ref=kofi7', { replace: true });
  await settled();
  expect(pending()).toBe('KOFI7');
  navigate('/v/43?ref=uche9');
  await settled();
  expect(pending()).toBe('UCHE9');
  navigate('/signup?next=%2Fv%2F43');
  await settled();
  expect(pending()).toBe('UCHE9');

  session.phase = 'signed-in';
  navigate('/v/42?ref=kofi7');
  await settled();
  expect(pending()).toBe('UCHE9');
});
