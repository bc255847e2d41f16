import { beforeEach, expect, test, vi } from 'vitest';

import { EVENTS } from '../../contract/storage-keys.ts';
import { keepCodeCached } from './background-work.ts';

const device = vi.hoisted(() => ({
  asked: [] as unknown[],
  onNetwork: (): void => undefined,
  onCalm: (): void => undefined,
  isSaving: false,
  session: 'signed-out',
}));
vi.mock('../platform/data-saver.ts', () => ({ isSavingData: () => device.isSaving }));
vi.mock('../platform/session/session.ts', () => ({ readSession: async () => device.session }));
vi.mock('../platform/calm.ts', () => ({
  whenCalm: () => new Promise<void>((resolve) => (device.onCalm = resolve)),
}));
vi.mock('../platform/connectivity.ts', () => ({
  onNetworkReturn: (listener: () => void) => {
    device.onNetwork = listener;
  },
}));

Object.defineProperty(navigator, 'serviceWorker', {
  value: {
    ready: Promise.resolve({
      active: { postMessage: (message: unknown) => device.asked.push(message) },
    }),
  },
});
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
const ASKED = { type: 'keep-code' };

keepCodeCached();
beforeEach(() => (device.asked = []));

test('the code of every page is asked for once the first screen is calm, at a sign-in or sign-out, and when the network is back', async () => {
  await settled();
  expect(device.asked).toEqual([]);
  device.onCalm();
  await settled();
  expect(device.asked).toEqual([ASKED]);
  dispatchEvent(new CustomEvent(EVENTS.authStateChanged));
  await settled();
  expect(device.asked).toEqual([ASKED, ASKED]);
  device.onNetwork();
  await settled();
  expect(device.asked).toEqual([ASKED, ASKED, ASKED]);
});

test.each([
  ['a visitor does not fetch the code of every page', 'signed-out', []],
  ['a user does, who needs the app offline', 'signed-in', [ASKED]],
] as const)('with data saver on %s', async (_, session, expected) => {
  Object.assign(device, { isSaving: true, session });
  device.onNetwork();
  await settled();
  expect(device.asked).toEqual(expected);
});
