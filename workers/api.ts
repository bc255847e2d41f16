import { ok, type Result } from '../contract/result.ts';
import { readSessionId } from '../local/session.ts';
import { classifyStorageError } from '../local/storage-failure.ts';
import { endSession, logout } from './commands/logout.ts';
import { drainOutbox, trackLinkClick, trackView } from './commands/track.ts';
import { createContext, type WorkerContext } from './context.ts';
import type { WorkerDeps } from './deps.ts';
import { failed } from './failure.ts';
import { forgetAttempt } from './forget-attempt.ts';
import { createGiveaway } from './commands/create-giveaway.ts';
import { createPaymentVoucher } from './commands/create-payment-voucher.ts';
import { redeemVoucher } from './commands/redeem-voucher.ts';
import { initializeTopup, verifyTopup } from './commands/top-up.ts';
import { updateCover } from './commands/update-cover.ts';
import { allowUsers, disallowUsers } from './resources/allowed-users.ts';
import { downloadGuesses, downloadStatement } from './resources/download-csv.ts';
import { exchange, quoteExchange } from './resources/exchange.ts';
import {
  followVoucher,
  readNotices,
  refreshNoticePreferences,
  refreshNotices,
  saveNoticePreferences,
} from './resources/notifications.ts';
import { cancelVoucher, splitVoucher, updateTwoFactor } from './resources/own-vouchers.ts';
import { subscribePremium, verifyPremium } from './resources/premium.ts';
import {
  addPasskey,
  beginPasskey,
  changePassword,
  deleteAccount,
  downloadExport,
  drawChallenge,
  refreshAccount,
  removePasskey,
  revokeSession,
  setLimits,
  setPin,
  updateAvatar,
  updateProfile,
} from './resources/profile.ts';
import {
  buyAirtime,
  payBill,
  refreshAirtime,
  refreshBillers,
  validateBill,
} from './resources/purchases.ts';
import { readPushConfig, savePushToken } from './resources/push.ts';
import { setRegion } from './resources/set-region.ts';
import {
  configurePaymentMethod,
  initializeVoucherPayment,
  payVoucherFromWallet,
  verifyVoucherPayment,
} from './resources/voucher-payment.ts';
import {
  forgetAccount,
  refreshBanks,
  refreshSavedAccounts,
  resolveAccount,
  withdraw,
} from './resources/withdraw.ts';
import { fetchAhead } from './refresh/fetch-ahead.ts';
import { refreshAllowedUsers } from './refresh/refresh-allowed-users.ts';
import { refreshAnalytics } from './refresh/refresh-analytics.ts';
import { refreshCreated } from './refresh/refresh-created.ts';
import { refreshVoucherList } from './refresh/refresh-voucher-list.ts';
import { refreshEntries } from './refresh/refresh-entries.ts';
import { refreshPaymentMethods } from './refresh/refresh-payment-methods.ts';
import { refreshTransaction } from './refresh/refresh-transaction.ts';
import { refreshTransactions } from './refresh/refresh-transactions.ts';
import { login, register } from './commands/sign-in.ts';
import { submitGuess } from './commands/submit-guess.ts';
import { proveDevice } from './device/prove-device.ts';
import { reportArrival } from './device/report-arrival.ts';
import {
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './resources/account-mail.ts';
import { refreshAnswer } from './resources/answers.ts';
import { countTraffic } from './resources/count-traffic.ts';
import { beginGoogle, finishGoogle } from './resources/google.ts';
import { convertAmounts, sumAmounts } from './resources/rates.ts';
import { judgeProof, refreshProof } from './resources/proofs.ts';
import { checkStorage, tidyUp } from './storage.ts';
import { refreshFeatured } from './refresh/refresh-featured.ts';
import { pollViews } from './refresh/poll-views.ts';
import { detectRegion, refreshRates, refreshRegions } from './refresh/refresh-regions.ts';
import { refreshSharers } from './refresh/refresh-sharers.ts';
import { refreshUser } from './refresh/refresh-user.ts';
import { refreshVoucher } from './refresh/refresh-voucher.ts';
import { refreshWallets } from './refresh/refresh-wallets.ts';
import { reportFault } from './report-fault.ts';
import { createViewsPoller, type VoucherWatch } from './views-poller.ts';

/** The one list of what a page may ask: a function that is named here is exposed. */
const COMMANDS = {
  // Sessions and accounts
  register,
  login,
  beginGoogle,
  finishGoogle,
  logout,
  endSession,
  verifyEmail,
  resendVerification,
  forgotPassword,
  resetPassword,
  refreshUser,
  refreshAccount,
  updateProfile,
  updateAvatar,
  changePassword,
  setPin,
  addPasskey,
  removePasskey,
  beginPasskey,
  drawChallenge,
  setLimits,
  revokeSession,
  downloadExport,
  deleteAccount,
  // Vouchers
  refreshVoucher,
  refreshVoucherList,
  refreshFeatured,
  refreshSharers,
  refreshEntries,
  refreshProof,
  judgeProof,
  submitGuess,
  followVoucher,
  createGiveaway,
  createPaymentVoucher,
  updateCover,
  refreshCreated,
  refreshAnalytics,
  downloadGuesses,
  refreshAllowedUsers,
  allowUsers,
  disallowUsers,
  redeemVoucher,
  splitVoucher,
  cancelVoucher,
  updateTwoFactor,
  // Money
  refreshWallets,
  refreshTransactions,
  refreshTransaction,
  downloadStatement,
  refreshPaymentMethods,
  configurePaymentMethod,
  initializeTopup,
  verifyTopup,
  initializeVoucherPayment,
  verifyVoucherPayment,
  payVoucherFromWallet,
  subscribePremium,
  verifyPremium,
  refreshBanks,
  refreshSavedAccounts,
  resolveAccount,
  forgetAccount,
  withdraw,
  quoteExchange,
  exchange,
  // Shop
  refreshAirtime,
  refreshBillers,
  validateBill,
  buyAirtime,
  payBill,
  // Notifications
  refreshNotices,
  readNotices,
  refreshNoticePreferences,
  saveNoticePreferences,
  readPushConfig,
  savePushToken,
  // Regions, rates and single answers
  refreshRegions,
  detectRegion,
  setRegion,
  refreshRates,
  convertAmounts,
  sumAmounts,
  refreshAnswer,
  fetchAhead,
  // The device
  proveDevice,
  reportArrival,
  trackView,
  trackLinkClick,
  drainOutbox,
  countTraffic,
  checkStorage,
  tidyUp,
};

type Command = (ctx: WorkerContext, ...input: never[]) => Promise<Result<unknown>>;

/** Commands as the page calls them: without the context. */
type Bound<T> = {
  [Name in keyof T]: T[Name] extends (ctx: WorkerContext, ...input: infer Input) => infer Outcome
    ? (...input: Input) => Outcome
    : never;
};

type Run = <T>(work: (ctx: WorkerContext) => Promise<Result<T>>) => Promise<Result<T>>;

const bind = <T extends Readonly<Record<string, Command>>>(commands: T, run: Run): Bound<T> =>
  Object.fromEntries(
    Object.entries(commands).map(([name, command]) => [
      name,
      (...input: never[]) => run((ctx) => command(ctx, ...input)),
    ]),
    // Object.entries loses which name has which command.
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
    ...bind(COMMANDS, run),
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
