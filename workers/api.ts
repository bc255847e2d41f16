import { onDemand } from './parts/load-code.ts';
import { ok, type Result } from '../contract/result.ts';
import { readSessionId } from '../local/session.ts';
import { classifyStorageError } from '../local/storage-failure.ts';
import { endSession, logout } from './commands/logout.ts';
import { drainOutbox, trackLinkClick, trackView } from './commands/track.ts';
import { createContext, type WorkerContext } from './context.ts';
import type { WorkerDeps } from './deps.ts';
import { failed } from './failure.ts';
import { forgetAttempt } from './forget-attempt.ts';
import { refreshFeatured } from './refresh/refresh-featured.ts';
import { pollViews } from './refresh/poll-views.ts';
import { detectRegion, refreshRates, refreshRegions } from './refresh/refresh-regions.ts';
import { refreshSharers } from './refresh/refresh-sharers.ts';
import { refreshUser } from './refresh/refresh-user.ts';
import { refreshVoucher } from './refresh/refresh-voucher.ts';
import { refreshWallets } from './refresh/refresh-wallets.ts';
import { reportFault } from './report-fault.ts';
import { createViewsPoller, type VoucherWatch } from './views-poller.ts';

const loadProofs = () => import('./resources/proofs.ts');
const loadStorage = () => import('./resources/storage.ts');
const loadUsers = () => import('./parts/users.ts');
const loadVisitors = () => import('./parts/visitors.ts');

const TASKS = {
  logout,
  endSession,
  refreshUser,
  refreshFeatured,
  refreshVoucher,
  refreshSharers,
  refreshWallets,
  refreshRegions,
  detectRegion,
  refreshRates,
  trackView,
  trackLinkClick,
  drainOutbox,
  ...onDemand(loadVisitors, ({ visitors }) => visitors)(
    'register',
    'login',
    'beginGoogle',
    'finishGoogle',
    'verifyEmail',
    'resendVerification',
    'forgotPassword',
    'resetPassword',
    'submitGuess',
    'refreshAnswer',
    'countTraffic',
    'proveDevice',
    'reportArrival',
    'convertAmounts',
    'sumAmounts',
  ),
  ...onDemand(loadStorage, (code) => code)('checkStorage', 'tidyUp'),
  ...onDemand(loadProofs, (code) => code)('refreshProof', 'judgeProof'),
  ...onDemand(loadUsers, ({ users }) => users)(
    'setRegion',
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
    'readNotices',
    'saveNoticePreferences',
    'followVoucher',
    'savePushToken',
    'initializeTopup',
    'verifyTopup',
    'resolveAccount',
    'withdraw',
    'quoteExchange',
    'exchange',
    'forgetAccount',
    'buyAirtime',
    'payBill',
    'subscribePremium',
    'verifyPremium',
    'setPin',
    'addPasskey',
    'removePasskey',
    'updateProfile',
    'changePassword',
    'updateAvatar',
    'revokeSession',
    'setLimits',
    'downloadExport',
    'deleteAccount',
    'fetchAhead',
    'refreshEntries',
    'refreshNotices',
    'refreshNoticePreferences',
    'readPushConfig',
    'refreshAnalytics',
    'refreshAllowedUsers',
    'refreshCreated',
    'refreshVoucherList',
    'refreshTransactions',
    'refreshTransaction',
    'refreshPaymentMethods',
    'refreshBanks',
    'refreshSavedAccounts',
    'beginPasskey',
    'drawChallenge',
    'refreshAirtime',
    'refreshBillers',
    'validateBill',
    'refreshAccount',
    'configurePaymentMethod',
    'downloadStatement',
    'downloadGuesses',
  ),
};

type Task = (ctx: WorkerContext, ...input: never[]) => Promise<Result<unknown>>;

/** Tasks as the page calls them: without the context. */
type Bound<T> = {
  [Name in keyof T]: T[Name] extends (ctx: WorkerContext, ...input: infer Input) => infer Outcome
    ? (...input: Input) => Outcome
    : never;
};

type Run = <T>(work: (ctx: WorkerContext) => Promise<Result<T>>) => Promise<Result<T>>;

const bind = <T extends Readonly<Record<string, Task>>>(tasks: T, run: Run): Bound<T> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (...input: never[]) => run((ctx) => task(ctx, ...input)),
    ]),
    // Which name has which task is lost on the way through entries.
  ) as Bound<T>;

/** Answers an exception with a failure, because it would lose its code on the way to the page. */
const guard =
  (ctx: WorkerContext): Run =>
  async (work) => {
    try {
      return await work(ctx);
    } catch (error) {
      reportFault(ctx, error);
      return failed(classifyStorageError(error) === 'full' ? 'storage_full' : 'worker_failed');
    }
  };

/**
 * What the page may ask of the data worker, for a worker to expose or a test to call. Every call settles
 * with a `Result`; none throws for a failure that was to be expected. Refreshes write the database and are
 * skipped while the rows are fresh; screens read them with `local/queries`.
 *
 * Any call may fail with `network`, `timeout`, `offline`, `too_many_requests`, `internal`, `unavailable`,
 * `storage_full` and `worker_failed`; one that needs a session also with `unauthenticated`, after which
 * the device is signed out. Calls that move money are refused with `offline` when there is no network.
 */
export function createDataWorkerApi(deps: WorkerDeps) {
  const ctx = createContext(deps);
  const poller = createViewsPoller({ ...deps, poll: (ulid) => pollViews(ctx, ulid) });
  const guarded = guard(ctx);

  const run: Run = async (work) => {
    let attempt: string | undefined;
    const noteAnswered = (answered: string): void => void (attempt = answered);
    const result = await guarded((shared) => work({ ...shared, noteAnswered }));
    return result.ok && attempt !== undefined ? { ...result, attempt } : result;
  };

  return {
    ...bind(TASKS, run),
    /** The page has the answer to a command that moved money: its key is forgotten. */
    confirmAnswer: (attempt: string) =>
      guarded(async (shared) => {
        await forgetAttempt(shared, attempt);
        return ok(undefined);
      }),
    /** Answers as soon as the worker can take calls. */
    ping: async () => 'ready' as const,
    /** Settles once the database answers, and not where the worker or the database hangs. */
    checkAlive: async () => {
      // One that refuses to be read answers as well.
      await readSessionId(ctx.db).catch(() => undefined);
      return ok(undefined);
    },
    /** Has the next refreshes ask anew, however fresh the rows are: the server has something new. */
    expire: async () => ctx.changes.expire(),
    /** Whether the page can be seen; polling rests while it cannot. */
    setVisible: async (visible: boolean) => poller.setVisible(visible),
    /** Keeps views, digits and status of these vouchers and no others current, each in one tab at a time. */
    setWatches: async (watches: readonly VoucherWatch[]) => poller.setWatches(watches),
  };
}

export type DataWorkerApi = ReturnType<typeof createDataWorkerApi>;
