import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { deliverTracking } from '../platform/tracking.ts';
import { callWorker } from '../platform/worker/data-worker.ts';
import { whenIdle } from './when-idle.ts';

/** What fails is tried again at the next of the moments below. */
async function prove(): Promise<void> {
  const result = await callWorker((worker) => worker.proveDevice(), {
    timeoutMs: DEVICE_CHALLENGE_MS,
  });
  // Visits have waited for it.
  if (result.ok) await deliverTracking();
}

const proveSoon = (): void => whenIdle(() => void prove());

/**
 * Has the device do its work when nothing else waits, so that its visits count: at the start, when a sign-in or
 * sign-out has made it another device, and when the network is back.
 */
export function proveDeviceWhenIdle(): void {
  proveSoon();
  addEventListener(EVENTS.authStateChanged, proveSoon);
  onNetworkReturn(proveSoon);
}
