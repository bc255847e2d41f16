import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { afterVisit } from '../platform/after-visit.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { deliverTracking } from '../platform/tracking.ts';
import { callWorker } from '../platform/worker/data-worker.ts';

/** What fails is tried again at the next of the moments below. */
async function prove(): Promise<void> {
  const result = await callWorker((worker) => worker.proveDevice(), {
    timeoutMs: DEVICE_CHALLENGE_MS,
  });
  // Visits have waited for it.
  if (result.ok) await deliverTracking();
}

/** By then the first screen stands, and there may be a visit to count. */
const proveSoon = (): void => void afterVisit(() => void prove());

/**
 * Has the device do its work, so that its visits count: after the start, when a sign-in or sign-out has made it
 * another device, and when the network is back.
 */
export function keepDeviceProven(): void {
  proveSoon();
  addEventListener(EVENTS.authStateChanged, proveSoon);
  onNetworkReturn(proveSoon);
}
