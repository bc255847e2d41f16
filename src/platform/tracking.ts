import type { Remote } from 'comlink';

import type { Result } from '../../contract/result.ts';
import { requestOutboxDrain } from '../../local/outbox/enqueue-tracking.ts';
import type { DataWorkerApi } from '../../workers/api.ts';
import { createListeners } from '../../local/listeners.ts';
import { onNetworkReturn } from './connectivity.ts';
import { callWorker } from './worker/data-worker.ts';

const listeners = createListeners();
let version = 0;

/** Rows are deleted without Dexie, so live queries also depend on this counter. */
export const outboxChanges = {
  subscribe: listeners.add,
  getSnapshot: (): number => version,
  notify: (): void => {
    version += 1;
    listeners.notify();
  },
};

/** The service worker sends it, because it outlives the tab; else the data worker does. */
export async function deliverTracking(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.active) await requestOutboxDrain(registration);
  else {
    await callWorker((worker) => worker.drainOutbox());
    outboxChanges.notify();
  }
}

const track = async (
  put: (worker: Remote<DataWorkerApi>) => Promise<Result<boolean>>,
): Promise<void> => {
  const result = await callWorker(put);
  if (result.ok && result.value) await deliverTracking();
};

export const trackView = (ulid: string): Promise<void> => track((worker) => worker.trackView(ulid));

export const trackLinkClick = (ulid: string): Promise<void> =>
  track((worker) => worker.trackLinkClick(ulid));

export function watchTracking(): void {
  onNetworkReturn(() => void deliverTracking());
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.active && requestOutboxDrain(registration))
    .catch(() => undefined);
}
