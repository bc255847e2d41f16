import type { Result } from '../../contract/result.ts';
import { EVENTS } from '../../contract/storage-keys.ts';
import { onNetworkReturn } from '../platform/connectivity.ts';
import { callWorker } from '../platform/worker/data-worker.ts';
import { readSession, type SessionPhase } from '../platform/session/session.ts';
import { toast } from '../platform/toast-store.ts';
import type { DataWorkerApi } from '../../workers/api.ts';

type Refresh = Extract<
  keyof DataWorkerApi,
  'refreshUser' | 'refreshRegions' | 'refreshRates' | 'detectRegion' | 'refreshHome'
>;

/** On these pages the start requests must not delay the user's own. */
const QUIET_START = new Set(['/', '/welcome', '/login', '/signup', '/register']);
const NEED_RATES = /^\/(?:wallet|add-voucher|post-voucher)(?:\/|$)/;
const NO_LISTS = /^\/(?:payment|premium)(?:\/|$)/;

export function refreshesAtStart(path: string, session: SessionPhase): readonly Refresh[] {
  if (session !== 'signed-in') return ['detectRegion'];
  return QUIET_START.has(path)
    ? ['refreshUser']
    : ['refreshUser', 'refreshRegions', 'refreshRates'];
}

export function refreshesOnArrival(path: string, session: SessionPhase): readonly Refresh[] {
  if (session !== 'signed-in') return [];
  return [
    ...(NEED_RATES.test(path) ? (['refreshRegions', 'refreshRates'] as const) : []),
    ...(NO_LISTS.test(path) ? [] : (['refreshHome'] as const)),
  ];
}

async function run(refreshes: readonly Refresh[]): Promise<void> {
  const answers = refreshes.map((name) =>
    callWorker((worker): Promise<Result<undefined>> => worker[name]()),
  );
  await Promise.all(answers);
}

const runAtStart = async (): Promise<void> =>
  run(refreshesAtStart(location.pathname, await readSession()));

/** A sign-in or sign-out was not synced, so the cached data is incomplete. */
let isSyncOwed = false;

async function syncAccount(): Promise<void> {
  const isSignedIn = (await readSession()) === 'signed-in';
  const result = await callWorker((worker) =>
    isSignedIn ? worker.refreshUser({ force: true }) : worker.detectRegion(),
  );
  isSyncOwed = !result.ok;
  // A network failure is shown by the network bar, so it gets no message here.
  if (!result.ok && isSignedIn && result.error.status && result.error.code !== 'unauthenticated')
    toast(result.error.message);
}

export async function keepFresh(): Promise<void> {
  let shown: unknown;
  addEventListener(EVENTS.regionUpdated, (event) => {
    const region: unknown = event instanceof CustomEvent ? event.detail : undefined;
    // The first region is the stored one, not a change.
    if (shown !== undefined && shown !== region) void run(['refreshRates']);
    shown = region;
  });
  addEventListener(EVENTS.authStateChanged, () => void syncAccount());
  addEventListener('pushState', () => {
    void readSession().then((session) => run(refreshesOnArrival(location.pathname, session)));
  });
  // An app that opened offline still shows old points and an old unread count.
  onNetworkReturn(() => void (isSyncOwed ? syncAccount() : runAtStart()));
  await runAtStart();
}
