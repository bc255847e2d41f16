import { HOUR_MS } from '../../../contract/durations.ts';
import { takeUpdate } from './take-update.ts';

const CHECK_INTERVAL_MS = HOUR_MS;
/** How often to look whether a call is still under way before the page is loaded anew. */
const IDLE_POLL_MS = 250;
/** One that takes over by itself, because a build is broken, is not offered: it waits for less than this. */
const OFFER_AFTER_MS = 1_000;

export interface UpdatesPlace {
  readonly container: Pick<ServiceWorkerContainer, 'addEventListener'> & {
    readonly ready: Promise<ServiceWorkerRegistration>;
  };
  /** Where `input` events and changes of visibility arrive. */
  readonly page: Pick<Window, 'addEventListener' | 'location'> & { readonly document: Document };
  /** Whether a call of the data worker is under way, refreshes included. */
  readonly isBusy: () => boolean;
  /** Tells that a newer version waits; `take` has it, as soon as no call is under way. */
  readonly offer: (take: () => void) => void;
  readonly reload: () => void;
  readonly isOnline: () => boolean;
}

/**
 * Looks for newer versions, hourly and whenever the app is opened again, and offers them. A build that the server marks
 * as broken is left without asking, but loses neither a call nor what is half-typed.
 */
export async function watchUpdates(place: UpdatesPlace): Promise<void> {
  const { container, page, isBusy, offer, reload } = place;
  /** Where something was typed last: however that page is left, nothing of it can be lost any more. */
  let typedAt: string | undefined;
  page.addEventListener('input', () => (typedAt = page.location.pathname), true);

  const when = (isReady: () => boolean, act: () => void): void => {
    if (isReady()) act();
    else setTimeout(when, IDLE_POLL_MS, isReady, act);
  };
  container.addEventListener('message', ({ data, ports }: MessageEvent<unknown>) => {
    if ((data as { type?: unknown } | null)?.type !== 'replace') return;
    ports[0]?.postMessage(true);
    when(() => !isBusy() && typedAt !== page.location.pathname, reload);
  });

  const registration = await container.ready;
  const whenIdle = (act: () => void): void => when(() => !isBusy(), act);
  // Also once it has taken over: that may take seconds, in which another call can begin.
  const take = (): void =>
    whenIdle(() => takeUpdate(container, registration, () => whenIdle(reload)));
  const offerIfWaiting = (worker: ServiceWorker | null): void => {
    if (worker && registration.active && registration.waiting === worker) offer(take);
  };
  const watch = (): void => {
    const worker = registration.installing;
    worker?.addEventListener('statechange', () => {
      if (worker.state === 'installed') setTimeout(offerIfWaiting, OFFER_AFTER_MS, worker);
    });
  };
  offerIfWaiting(registration.waiting);
  watch();
  registration.addEventListener('updatefound', watch);
  const check = (): void => {
    if (place.isOnline() && !registration.installing) registration.update().catch(() => undefined);
  };
  setInterval(check, CHECK_INTERVAL_MS);
  page.document.addEventListener('visibilitychange', () => {
    if (!page.document.hidden) check();
  });
}
