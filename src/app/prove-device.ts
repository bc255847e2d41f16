import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { afterVisit } from '../platform/after-visit.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { deliverTracking } from '../platform/tracking.ts';
import { callWorker } from '../platform/worker/data-worker.ts';

async function prove(): Promise<void> {
  const result = await callWorker((worker) => worker.proveDevice(), {
    timeoutMs: DEVICE_CHALLENGE_MS,
  });
  if (result.ok) await deliverTracking();
}

const proveSoon = (): void => void afterVisit(() => void prove());

/** Visits count only after this proof of work; a new session or network needs it again. */
export function keepDeviceProven(): void {
  proveSoon();
  addEventListener(EVENTS.authStateChanged, proveSoon);
  onNetworkReturn(proveSoon);
}
