import { VOUCHER_FETCH_DEDUPE_MS } from '../contract/constants.ts';
import type { Result } from '../contract/result.ts';
import { evict } from '../local/evict.ts';
import { classifyStorageError } from '../local/storage-failure.ts';
import { createApiClient } from './api-client.ts';
import {
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './commands/account-mail.ts';
import { convert } from './commands/convert.ts';
import { createGiveaway } from './commands/create-giveaway.ts';
import { logout } from './commands/logout.ts';
import { payVoucherFromWallet } from './commands/pay-voucher-from-wallet.ts';
import { setRegion } from './commands/set-region.ts';
import { login, register } from './commands/sign-in.ts';
import { submitGuess } from './commands/submit-guess.ts';
import { initializeTopup, verifyTopup } from './commands/top-up.ts';
import { drainOutbox, track } from './commands/track.ts';
import type { WorkerContext } from './context.ts';
import type { DataWorkerApi } from './data-worker-api.ts';
import type { WorkerDeps } from './deps.ts';
import { failed } from './failure.ts';
import { pollViews } from './refresh/poll-views.ts';
import { refreshPaymentMethods } from './refresh/refresh-payment-methods.ts';
import { detectRegion, refreshRates, refreshRegions } from './refresh/refresh-regions.ts';
import { refreshSharers } from './refresh/refresh-sharers.ts';
import { refreshTransactions } from './refresh/refresh-transactions.ts';
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

type Commands = Pick<
  DataWorkerApi,
  | 'register'
  | 'login'
  | 'logout'
  | 'verifyEmail'
  | 'resendVerification'
  | 'forgotPassword'
  | 'resetPassword'
  | 'submitGuess'
  | 'createGiveaway'
  | 'payVoucherFromWallet'
  | 'initializeTopup'
  | 'verifyTopup'
  | 'setRegion'
>;

type Run = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

const commandsOf = (ctx: WorkerContext, run: Run): Commands => ({
  register: (input) => run(() => register(ctx, input)),
  login: (input) => run(() => login(ctx, input)),
  logout: () => run(() => logout(ctx)),
  verifyEmail: (token) => run(() => verifyEmail(ctx, token)),
  resendVerification: (email) => run(() => resendVerification(ctx, email)),
  forgotPassword: (email) => run(() => forgotPassword(ctx, email)),
  resetPassword: (input) => run(() => resetPassword(ctx, input)),
  submitGuess: (guess) => run(() => submitGuess(ctx, guess)),
  createGiveaway: (fields, cover, onProgress) =>
    run(() => createGiveaway(ctx, fields, cover, onProgress)),
  payVoucherFromWallet: (input) => run(() => payVoucherFromWallet(ctx, input)),
  initializeTopup: (input) => run(() => initializeTopup(ctx, input)),
  verifyTopup: (input) => run(() => verifyTopup(ctx, input)),
  setRegion: (region) => run(() => setRegion(ctx, region)),
});

type Refreshers = Omit<
  DataWorkerApi,
  keyof Commands | 'ping' | 'setVisible' | 'hasCommandUnderWay' | 'watchVoucher' | 'unwatchVoucher'
>;

const refreshersOf = (ctx: WorkerContext, run: Run): Refreshers => ({
  refreshUser: (options) => run(() => refreshUser(ctx, options)),
  refreshVoucherList: (query, options) => run(() => refreshVoucherList(ctx, query, options)),
  refreshFeatured: (options) => run(() => refreshFeatured(ctx, options)),
  refreshVoucher: (id, options) => run(() => refreshVoucher(ctx, id, options)),
  refreshSharers: (ulid, options) => run(() => refreshSharers(ctx, ulid, options)),
  refreshWallets: (options) => run(() => refreshWallets(ctx, options)),
  refreshTransactions: (query, options) => run(() => refreshTransactions(ctx, query, options)),
  refreshPaymentMethods: (region, use, options) =>
    run(() => refreshPaymentMethods(ctx, region, use, options)),
  refreshRegions: (options) => run(() => refreshRegions(ctx, options)),
  detectRegion: (options) => run(() => detectRegion(ctx, options)),
  refreshRates: (options) => run(() => refreshRates(ctx, options)),
  convert: (conversion) => run(() => convert(ctx, conversion)),
  trackView: (ulid) => run(() => track(ctx, 'view', ulid)),
  trackLinkClick: (ulid) => run(() => track(ctx, 'link-click', ulid)),
  drainOutbox: () => run(() => drainOutbox(ctx)),
});

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
    ...commandsOf(ctx, command),
    ...refreshersOf(ctx, guarded),
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
