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

/** Every function in this list is exposed to the page. */
const COMMANDS = {
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
  refreshAirtime,
  refreshBillers,
  validateBill,
  buyAirtime,
  payBill,
  refreshNotices,
  readNotices,
  refreshNoticePreferences,
  saveNoticePreferences,
  readPushConfig,
  savePushToken,
  refreshRegions,
  detectRegion,
  setRegion,
  refreshRates,
  convertAmounts,
  sumAmounts,
  refreshAnswer,
  fetchAhead,
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
  ) as Bound<T>;

/** An exception would lose its error code on the way to the page. */
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
 * Every call settles with a `Result`; without a network, money calls fail with `offline`. Any call
 * may fail with `network`, `timeout`, `offline`, `too_many_requests`, `internal`, `unavailable`,
 * `storage_full` or `worker_failed`; after `unauthenticated` the device is signed out.
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
    /** Deletes the key of a money command after the page has received its answer. */
    confirmAnswer: (attempt: string) =>
      guarded(async (shared) => {
        await forgetAttempt(shared, attempt);
        return ok(undefined);
      }),
    ping: async () => 'ready' as const,
    /** Settles once the database answers; it does not settle if the worker or database hangs. */
    checkAlive: async () => {
      await readSessionId(ctx.db).catch(() => undefined);
      return ok(undefined);
    },
    /** Makes the next refreshes ask the server, even if the rows are fresh. */
    expire: async () => ctx.changes.expire(),
    setVisible: async (visible: boolean) => poller.setVisible(visible),
    /** Polls only these vouchers, and each one in only one tab at a time. */
    setWatches: async (watches: readonly VoucherWatch[]) => poller.setWatches(watches),
  };
}

export type DataWorkerApi = ReturnType<typeof createDataWorkerApi>;
