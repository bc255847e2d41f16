import type { Result } from '../../contract/result.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { callWorker } from '../platform/worker/data-worker.ts';
import { readSession, type SessionPhase } from '../platform/session/session.ts';
import { toast } from '../platform/toast-store.ts';
import type { DataWorkerApi } from '../../workers/api.ts';

type Refresh = Extract<
  keyof DataWorkerApi,
  'refreshUser' | 'refreshRegions' | 'refreshRates' | 'detectRegion' | 'refreshVoucherList'
>;

/** Pages on which the start must not compete with what the person came for. */
const QUIET_START = new Set(['/', '/welcome', '/login', '/signup', '/register']);
const NEED_RATES = /^\/(?:wallet|add-voucher|post-voucher)(?:\/|$)/;
const NO_LISTS = /^\/(?:payment|premium)(?:\/|$)/;

/** What the app fetches by itself when it opens at `path`. */
export function refreshesAtStart(path: string, session: SessionPhase): readonly Refresh[] {
  if (session !== 'signed-in') return ['detectRegion'];
  return QUIET_START.has(path)
    ? ['refreshUser']
    : ['refreshUser', 'refreshRegions', 'refreshRates'];
}

/** What it fetches by itself when the user goes to `path`. */
export function refreshesOnArrival(path: string, session: SessionPhase): readonly Refresh[] {
  if (session !== 'signed-in') return [];
  return [
    ...(NEED_RATES.test(path) ? (['refreshRegions', 'refreshRates'] as const) : []),
    ...(NO_LISTS.test(path) ? [] : (['refreshVoucherList'] as const)),
  ];
}

/** Fresh rows are left alone by the worker; a failure shows where the data is used. Resolves when all are answered. */
async function run(refreshes: readonly Refresh[]): Promise<void> {
  const answers = refreshes.map((name) =>
    callWorker((worker): Promise<Result<undefined>> =>
      name === 'refreshVoucherList' ? worker.refreshVoucherList({}) : worker[name](),
    ),
  );
  await Promise.all(answers);
}

const runAtStart = async (): Promise<void> =>
  run(refreshesAtStart(location.pathname, await readSession()));

/** The last sign-in or sign-out still has to be followed: what is here is as fresh as that, and not whole. */
let isSyncOwed = false;

/**
 * After a sign-in: the user with region and subscription, which the answer to a sign-in leaves out. After a
 * sign-out: the region that the network suggests.
 */
async function syncAccount(): Promise<void> {
  const isSignedIn = (await readSession()) === 'signed-in';
  const result = await callWorker((worker) =>
    isSignedIn ? worker.refreshUser({ force: true }) : worker.detectRegion(),
  );
  isSyncOwed = !result.ok;
  // A warning: what is known of the user stays on the screen. What never got an answer the bar about the network says.
  if (!result.ok && isSignedIn && result.error.status && result.error.code !== 'unauthenticated')
    toast(result.error.message);
}

/**
 * Keeps mirrored data current as the app opens, as the network returns and as people move about in it.
 * Resolves when what it asks for at the start is answered.
 */
export async function keepFresh(): Promise<void> {
  let shown: unknown;
  addEventListener(EVENTS.regionUpdated, (event) => {
    const region: unknown = event instanceof CustomEvent ? event.detail : undefined;
    // The first is the one that the app opens with.
    if (shown !== undefined && shown !== region) void run(['refreshRates']);
    shown = region;
  });
  addEventListener(EVENTS.authStateChanged, () => void syncAccount());
  addEventListener('pushState', () => {
    void readSession().then((session) => run(refreshesOnArrival(location.pathname, session)));
  });
  // Opened without a network, the header would go on with the points and the unread count of before.
  onNetworkReturn(() => void (isSyncOwed ? syncAccount() : runAtStart()));
  await runAtStart();
}
