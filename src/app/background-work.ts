import { DEVICE_CHALLENGE_MS } from '../../contract/constants.ts';
import { DAY_MS, MINUTE_MS } from '../../contract/durations.ts';
import { DEFAULT_REGION, type RegionKey } from '../../contract/region-table.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import type { ToServiceWorker } from '../../contract/sw-messages.ts';
import { getDatabase } from '../../local/database.ts';
import { readUser } from '../../local/queries/user-and-region.ts';
import { afterVisit } from '../platform/after-visit.ts';
import { untilNetworkIdle, whenFirstScreenLoaded } from '../platform/network-idle.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { isSavingData } from '../platform/data-saver.ts';
import { readSession } from '../platform/session/session.ts';
import { deliverOutbox } from '../platform/tracking.ts';
import { callWorker } from '../platform/worker/data-worker.ts';
import { pushSavedAt } from '../shared/push/push-marks.ts';
import { RECENT } from '../shared/transactions/recent-query.ts';

type Call = Parameters<typeof callWorker<void>>[0];

const moreFor = (region: RegionKey): readonly Call[] => [
  (worker) => worker.refreshAnswer({ path: '/dashboard' }),
  (worker) => worker.refreshAnswer({ path: '/referrals' }),
  (worker) => worker.refreshAccount(),
  (worker) => worker.refreshNotices(),
  (worker) => worker.refreshAnswer({ path: '/airtime/networks', region }),
  (worker) => worker.refreshAnswer({ path: '/bills/categories', region }),
  (worker) => worker.refreshAnswer({ path: '/leaderboard', period: 'week' }),
];

/** The first failure ends it, because each screen fetches its own data anyway. */
async function fetchNow(): Promise<void> {
  if (isSavingData() || (await readSession()) !== 'signed-in') return;
  const lists = await callWorker((worker) => worker.fetchAhead([{ page: 1 }, RECENT]));
  if (!lists.ok) return;
  const region = (await readUser(getDatabase()))?.user.region ?? DEFAULT_REGION;
  for (const call of moreFor(region)) {
    if (!(await callWorker(call)).ok) return;
  }
}

/** What the person waits for after a sign-in is fetched first, on a slow line alone. */
export function fetchAheadOnSignIn(): void {
  const fetchAhead = async (): Promise<void> => {
    await untilNetworkIdle();
    await fetchNow();
    await cacheCode();
  };
  addEventListener(EVENTS.authStateChanged, () => void fetchAhead());
}

async function prove(): Promise<void> {
  const result = await callWorker((worker) => worker.proveDevice(), {
    timeoutMs: DEVICE_CHALLENGE_MS,
  });
  if (result.ok) await deliverOutbox();
}

const proveSoon = (): void => void afterVisit(() => void prove());

/** Visits count only after this proof of work; a new session or network needs it again. */
export function keepDeviceProven(): void {
  proveSoon();
  addEventListener(EVENTS.authStateChanged, proveSoon);
  onNetworkReturn(proveSoon);
}

/** See spec section 9: how often a device saves its token again. */
const PUSH_RESAVE_MS = 7 * DAY_MS;

export const isPushDue = (
  savedAtMs: number,
  nowMs: number,
  permission: NotificationPermission | undefined,
): boolean =>
  savedAtMs > 0 &&
  permission !== undefined &&
  // The absolute difference also covers a token that was saved with a clock far ahead.
  (permission !== 'granted' || Math.abs(nowMs - savedAtMs) >= PUSH_RESAVE_MS);

export function keepPushSaved(): void {
  const renew = (): void => {
    if (!navigator.onLine) return;
    if (!isPushDue(pushSavedAt(), Date.now(), globalThis.Notification?.permission)) return;
    import('../shared/push/set-push.ts')
      .then(({ renewPush }) => renewPush())
      .catch(() => undefined);
  };
  renew();
  onNetworkReturn(renew);
}

const TIDY_AFTER_MS = MINUTE_MS / 2;

export function keepStorageTidy(): void {
  setTimeout(() => void callWorker((worker) => worker.tidyUp()), TIDY_AFTER_MS);
  addEventListener(EVENTS.authStateChanged, (event) => {
    if (!(event instanceof CustomEvent) || event.detail !== 'signed-in') return;
    import('../platform/storage/recover-storage.ts').then(
      ({ keepStorage }) => keepStorage(),
      () => undefined,
    );
  });
}

/** With data saver on, visitors fetch only the pages that they open; users need the app offline. */
async function cacheCode(): Promise<void> {
  if (!('serviceWorker' in navigator)) return;
  if (isSavingData() && (await readSession()) !== 'signed-in') return;
  const { active } = await navigator.serviceWorker.ready;
  active?.postMessage({ type: 'keep-code' } satisfies ToServiceWorker);
}

/** A first installation does not wait for this code; only missing files are fetched. */
export function keepCodeCached(): void {
  void whenFirstScreenLoaded().then(cacheCode);
  onNetworkReturn(() => void cacheCode());
}

/** Of all pages, so that reports cost devices and server next to nothing. */
const MEASURED_SHARE = 0.1;

/** A device that saves data sends nothing for others, and a robot is not how people feel it. */
export function measurePage(): void {
  if (isSavingData() || navigator.webdriver || Math.random() >= MEASURED_SHARE) return;
  const { serviceWorker } = navigator as Partial<Navigator>;
  const installed = serviceWorker?.controller === null ? serviceWorker.ready : undefined;
  import('./page-vitals.ts')
    .then(({ sendPageVitals }) => sendPageVitals(installed))
    .catch(() => undefined);
}

/** The stream of a device that saves data would fetch what nobody looks at. */
export function keepLive(): void {
  const start = async (): Promise<void> => {
    if (isSavingData() || (await readSession()) !== 'signed-in') return;
    await untilNetworkIdle();
    (await import('./follow-changes.ts')).followChanges();
  };
  const tryStart = (): void => void start().catch(() => undefined);
  void whenFirstScreenLoaded().then(tryStart);
  addEventListener(EVENTS.authStateChanged, tryStart);
  onNetworkReturn(tryStart);
}

export function startBackgroundWork(): void {
  fetchAheadOnSignIn();
  keepDeviceProven();
  keepPushSaved();
  keepStorageTidy();
  keepCodeCached();
  measurePage();
  keepLive();
}
