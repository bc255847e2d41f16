import { afterEach, beforeEach, expect, test, vi } from 'vitest';

import { VISIT_VISIBLE_MS } from '../../contract/constants.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { keepDeviceProven } from './prove-device.ts';

const { proveDevice, deliverTracking } = vi.hoisted(() => ({
  proveDevice: vi.fn<() => { ok: boolean }>(),
  deliverTracking: vi.fn<() => void>(),
}));
vi.mock('../platform/tracking.ts', () => ({ deliverTracking }));
vi.mock('../platform/worker/data-worker.ts', () => ({
  callWorker: async (call: (worker: object) => unknown) => call({ proveDevice }),
}));

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

test('the device does its work after the start and after a sign-out, then visits that waited are sent', async () => {
  proveDevice.mockReturnValue({ ok: false });
  keepDeviceProven();
  await vi.advanceTimersByTimeAsync(VISIT_VISIBLE_MS - 1);
  expect(proveDevice).not.toHaveBeenCalled();
  await vi.advanceTimersByTimeAsync(1);
  expect(proveDevice).toHaveBeenCalledOnce();
  expect(deliverTracking).not.toHaveBeenCalled();
  proveDevice.mockReturnValue({ ok: true });
  dispatchEvent(new Event(EVENTS.authStateChanged));
  await vi.advanceTimersByTimeAsync(VISIT_VISIBLE_MS);
  expect(proveDevice).toHaveBeenCalledTimes(2);
  expect(deliverTracking).toHaveBeenCalledOnce();
});
