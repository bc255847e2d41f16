import { beforeEach, expect, test, vi } from 'vitest';

import { EVENTS } from '../../contract/storage-keys.ts';
import { keepUsersCode } from './keep-users-code.ts';

const device = vi.hoisted(() => ({
  session: 'signed-out',
  asked: [] as unknown[],
  onNetwork: (): void => undefined,
}));
vi.mock('../platform/session/session.ts', () => ({ readSession: async () => device.session }));
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
const ASKED = { type: 'keep-users-code' };

keepUsersCode();
beforeEach(() => Object.assign(device, { session: 'signed-out', asked: [] }));

test('nobody is signed in: nothing is asked for', async () => {
  dispatchEvent(new CustomEvent(EVENTS.authStateChanged));
  device.onNetwork();
  await settled();
  expect(device.asked).toEqual([]);
});

test('it is asked for at a sign-in, at a start of who is signed in, and when the network is back', async () => {
  device.session = 'signed-in';
  dispatchEvent(new CustomEvent(EVENTS.authStateChanged));
  await settled();
  expect(device.asked).toEqual([ASKED]);
  device.onNetwork();
  await settled();
  expect(device.asked).toEqual([ASKED, ASKED]);
  keepUsersCode();
  await settled();
  expect(device.asked).toEqual([ASKED, ASKED, ASKED]);
});
