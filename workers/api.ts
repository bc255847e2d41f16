import { ok, type Result } from '../contract/result.ts';
import { readSessionId } from '../local/session.ts';
import { classifyStorageError } from '../local/storage-failure.ts';
import {
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './commands/account-mail.ts';
import { createGiveaway, createPaymentVoucher, updateCover } from './commands/create-voucher.ts';
import {
  countTraffic,
  drainOutbox,
  proveDevice,
  reportArrival,
  trackLinkClick,
  trackView,
} from './commands/device.ts';
import { beginGoogle, finishGoogle } from './commands/google.ts';
import {
  followVoucher,
  readNotices,
  readPushConfig,
  refreshNotices,
  saveNoticePreferences,
  savePushToken,
} from './commands/notifications.ts';
import {
  allowUsers,
  cancelVoucher,
  disallowUsers,
  downloadGuesses,
  downloadStatement,
  splitVoucher,
  updateTwoFactor,
} from './commands/own-vouchers.ts';
import {
  configurePaymentMethod,
  initializeTopup,
  initializeVoucherPayment,
  payVoucherFromWallet,
  subscribePremium,
  verifyPremium,
  verifyTopup,
  verifyVoucherPayment,
} from './commands/pay.ts';
import {
  addPasskey,
  beginPasskey,
  changePassword,
  deleteAccount,
  downloadExport,
  drawChallenge,
  removePasskey,
  revokeSession,
  setLimits,
  setPin,
  updateAvatar,
  updateProfile,
} from './commands/profile.ts';
import { judgeProof, refreshProof } from './commands/proofs.ts';
import {
  buyAirtime,
  exchange,
  forgetAccount,
  payBill,
  quoteExchange,
  resolveAccount,
  validateBill,
  withdraw,
} from './commands/wallet.ts';
import { redeemVoucher } from './commands/redeem-voucher.ts';
import { convertAmounts, setRegion, sumAmounts } from './commands/region.ts';
import { endSession, login, logout, register } from './commands/sign-in.ts';
import { submitGuess } from './commands/submit-guess.ts';
import { createContext, type WorkerContext } from './context.ts';
import { reportFault, type WorkerDeps } from './deps.ts';
import { failed } from './failure.ts';
import { forgetAttempt } from './money-command.ts';
import {
  fetchAhead,
  refreshCreated,
  refreshFeatured,
  refreshTransaction,
  refreshTransactions,
  refreshVoucherList,
} from './refresh/lists.ts';
import { pollViews, refreshVoucher } from './refresh/refresh-voucher.ts';
import {
  detectRegion,
  refreshAccount,
  refreshAirtime,
  refreshAllowedUsers,
  refreshAnalytics,
  refreshAnswer,
  refreshBanks,
  refreshBillers,
  refreshEntries,
  refreshNoticePreferences,
  refreshPaymentMethods,
  refreshRates,
  refreshRegions,
  refreshSavedAccounts,
  refreshSharers,
  refreshUser,
  refreshWallets,
} from './refresh/resources.ts';
import { checkStorage, tidyUp } from './storage.ts';
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
