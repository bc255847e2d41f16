import { VOUCHER_FETCH_DEDUPE_MS } from '../contract/constants.ts';
import type { Result } from '../contract/result.ts';
import { evict } from '../local/evict.ts';
import { classifyStorageError } from '../local/storage-failure.ts';
import { createApiClient } from './api-client.ts';
import { bindTasks, lateTasks, type Run } from './bind-tasks.ts';
import { logout } from './commands/logout.ts';
import { setRegion } from './commands/set-region.ts';
import { login, register } from './commands/sign-in.ts';
import { submitGuess } from './commands/submit-guess.ts';
import { drainOutbox, track } from './commands/track.ts';
import type { WorkerContext } from './context.ts';
import type { DataWorkerApi } from './data-worker-api.ts';
import type { WorkerDeps } from './deps.ts';
import { failed } from './failure.ts';
import { pollViews } from './refresh/poll-views.ts';
import { refreshEntries } from './refresh/refresh-entries.ts';
import { detectRegion, refreshRates, refreshRegions } from './refresh/refresh-regions.ts';
import { refreshSharers } from './refresh/refresh-sharers.ts';
import { refreshUser } from './refresh/refresh-user.ts';
import { refreshFeatured, refreshVoucherList } from './refresh/refresh-voucher-list.ts';
import { refreshVoucher } from './refresh/refresh-voucher.ts';
import { refreshWallets } from './refresh/refresh-wallets.ts';
import { createSingleFlight } from './single-flight.ts';
import { createViewsPoller } from './views-poller.ts';

export function createContext(deps: WorkerDeps): WorkerContext {
  const flights = createSingleFlight(deps.now, VOUCHER_FETCH_DEDUPE_MS);
  let count = 0;
  const changes = {
    count: () => count,
    bump: () => {
      count += 1;
      flights.reset();
    },
  };
  return { ...deps, api: createApiClient(deps), flights, changes };
}

/** What nobody foresaw comes back as a failure too: an exception loses its code on the way to the page. */
async function guarded<T>(work: () => Promise<Result<T>>): Promise<Result<T>> {
  try {
    return await work();
  } catch (error) {
    return failed(classifyStorageError(error) === 'full' ? 'storage_full' : 'worker_failed');
  }
}

const loadLate = async () => (await import('./late-tasks.ts')).LATE_TASKS;

const COMMANDS = {
  register,
  login,
  logout,
  submitGuess,
  setRegion,
  ...lateTasks(loadLate, [
    'verifyEmail',
    'resendVerification',
    'forgotPassword',
    'resetPassword',
    'createGiveaway',
    'updateCover',
    'createPaymentVoucher',
    'payVoucherFromWallet',
    'initializeVoucherPayment',
    'verifyVoucherPayment',
    'redeemVoucher',
    'splitVoucher',
    'updateTwoFactor',
    'cancelVoucher',
    'allowUsers',
    'disallowUsers',
    'initializeTopup',
    'verifyTopup',
    'resolveAccount',
    'withdraw',
  ]),
};

/** What an update of the app need not wait for. */
const QUERIES = {
  refreshUser,
  refreshVoucherList,
  refreshFeatured,
  refreshVoucher,
  refreshSharers,
  refreshEntries,
  refreshWallets,
  refreshRegions,
  detectRegion,
  refreshRates,
  trackView: (ctx: WorkerContext, ulid: string) => track(ctx, 'view', ulid),
  trackLinkClick: (ctx: WorkerContext, ulid: string) => track(ctx, 'link-click', ulid),
  drainOutbox,
  ...lateTasks(loadLate, [
    'refreshProof',
    'refreshAnalytics',
    'refreshAllowedUsers',
    'refreshCreated',
    'refreshTransactions',
    'refreshTransaction',
    'refreshPaymentMethods',
    'configurePaymentMethod',
    'refreshBanks',
    'downloadStatement',
    'downloadGuesses',
    'convert',
  ]),
};

/** The data worker's logic, for a worker to expose or a test to call. */
export function createDataWorkerApi(deps: WorkerDeps): DataWorkerApi {
  const ctx = createContext(deps);
  const poller = createViewsPoller({ ...deps, poll: (ulid) => pollViews(ctx, ulid) });
  let underWay = 0;
  let isEvicted = false;

  const command: Run = async (work) => {
    underWay += 1;
    try {
      return await guarded(work);
    } finally {
      underWay -= 1;
    }
  };

  return {
    ...bindTasks(COMMANDS, ctx, command),
    ...bindTasks(QUERIES, ctx, guarded),
    ping: async () => {
      if (!isEvicted) {
        isEvicted = true;
        // Tidying up can wait for the next start when it fails.
        evict(deps.db, deps.now()).catch(() => undefined);
      }
      return 'ready';
    },
    setVisible: async (visible) => poller.setVisible(visible),
    hasCommandUnderWay: async () => underWay > 0,
    watchVoucher: async (ulid, intervalMs) => poller.watch(ulid, intervalMs),
    unwatchVoucher: async (ulid) => poller.unwatch(ulid),
  };
}
