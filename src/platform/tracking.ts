import type { Remote } from 'comlink';

import type { Result } from '../../contract/result.ts';
import { requestOutboxDrain } from '../../local/outbox/enqueue-tracking.ts';
import type { DataWorkerApi } from '../../workers/api.ts';
import { onNetworkReturn } from './connectivity.ts';
import { createStore } from './store.ts';
import { callWorker } from './worker/data-worker.ts';

/** Rows are deleted without Dexie, so live queries also depend on this counter. */
export const outboxChanges = createStore(0);

export const noteOutboxSent = (): void => outboxChanges.set(outboxChanges.get() + 1);

/** The service worker sends it, because it outlives the tab; else the data worker does. */
export async function deliverOutbox(): Promise<void> {
  const registration = await navigator.serviceWorker?.getRegistration().catch(() => undefined);
  if (registration?.active) await requestOutboxDrain(registration);
  else {
    await callWorker((worker) => worker.drainOutbox());
    noteOutboxSent();
  }
}

const track = async (
  put: (worker: Remote<DataWorkerApi>) => Promise<Result<boolean>>,
): Promise<void> => {
  const result = await callWorker(put);
  if (result.ok && result.value) await deliverOutbox();
};

export const trackView = (ulid: string): Promise<void> => track((worker) => worker.trackView(ulid));

export const trackLinkClick = (ulid: string): Promise<void> =>
  track((worker) => worker.trackLinkClick(ulid));

export function watchTracking(): void {
  onNetworkReturn(() => void deliverOutbox());
  void navigator.serviceWorker
    ?.getRegistration()
    .then((registration) => registration?.active && requestOutboxDrain(registration))
    .catch(() => undefined);
}
