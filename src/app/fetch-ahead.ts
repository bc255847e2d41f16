import { EVENTS } from '../../contract/storage-keys.ts';
import { DEFAULT_REGION, type RegionKey } from '../../contract/region-table.ts';
import { getDatabase } from '../../local/database.ts';
import { readUser } from '../../local/queries/user-and-region.ts';
import { RECENT } from '../shared/transactions/recent-query.ts';
import { isSavingData } from '../platform/data-saver.ts';
import { readSession } from '../platform/session/session.ts';
import { callWorker } from '../platform/worker/data-worker.ts';

/** Safari has no idle callback, so the work waits this long, in ms. */
const CALM_AFTER_MS = 2_000;

const whenIdle = (work: () => void): void => {
  if ('requestIdleCallback' in globalThis) requestIdleCallback(work);
  else setTimeout(work, CALM_AFTER_MS);
};

type Call = Parameters<typeof callWorker<void>>[0];

const moreFor = (region: RegionKey): readonly Call[] => [
  (worker) => worker.refreshAnswer({ path: '/dashboard' }),
  (worker) => worker.refreshAnswer({ path: '/referrals' }),
  (worker) => worker.refreshAccount(),
  (worker) => worker.refreshNotices(),
  (worker) => worker.refreshAirtime(region),
  (worker) => worker.refreshBillers(region),
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

export function fetchAheadOnSignIn(): void {
  addEventListener(EVENTS.authStateChanged, () => whenIdle(() => void fetchNow()));
}
