import { HOUR_MS } from '../../../contract/durations.ts';
import { takeUpdate } from './take-update.ts';

const CHECK_INTERVAL_MS = HOUR_MS;
const IDLE_POLL_MS = 250;

export interface UpdatesPlace {
  readonly container: Pick<ServiceWorkerContainer, 'addEventListener'> & {
    readonly ready: Promise<ServiceWorkerRegistration>;
  };
  readonly document: Document;
  readonly isBusy: () => boolean;
  readonly offer: (take: () => void) => void;
  readonly reload: () => void;
  readonly isOnline: () => boolean;
}

export async function watchUpdates(place: UpdatesPlace): Promise<void> {
  const { container, document, isBusy, offer, reload } = place;
  const registration = await container.ready;
  const whenIdle = (act: () => void): void => {
    if (isBusy()) setTimeout(whenIdle, IDLE_POLL_MS, act);
    else act();
  };
  // Another call can start during activation, so the reload waits for it too.
  const take = (): void =>
    whenIdle(() => takeUpdate(container, registration, () => whenIdle(reload)));
  const offerIfWaiting = (worker: ServiceWorker | null): void => {
    if (worker && registration.active && registration.waiting === worker) offer(take);
  };
  const watch = (): void => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') offerIfWaiting(worker);
    });
  };
  offerIfWaiting(registration.waiting);
  watch();
  registration.addEventListener('updatefound', watch);
  const check = (): void => {
    if (place.isOnline() && !registration.installing) registration.update().catch(() => undefined);
  };
  setInterval(check, CHECK_INTERVAL_MS);
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) check();
  });
}
