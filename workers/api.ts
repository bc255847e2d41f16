import { onDemand } from './on-demand/load-code.ts';
import type { Result } from '../contract/result.ts';
import { classifyStorageError } from '../local/storage-failure.ts';
import { logout } from './commands/logout.ts';
import { submitGuess } from './commands/submit-guess.ts';
import { drainOutbox, trackLinkClick, trackView } from './commands/track.ts';
import { createContext, type WorkerContext } from './context.ts';
import type { WorkerDeps } from './deps.ts';
import { failed } from './failure.ts';
import { pollViews } from './refresh/poll-views.ts';
import { detectRegion, refreshRates, refreshRegions } from './refresh/refresh-regions.ts';
import { refreshUser } from './refresh/refresh-user.ts';
import { refreshFeatured, refreshVoucherList } from './refresh/refresh-voucher-list.ts';
import { refreshVoucher } from './refresh/refresh-voucher.ts';
import { refreshWallets } from './refresh/refresh-wallets.ts';
import { reportFault } from './report-fault.ts';
import { createViewsPoller, type VoucherWatch } from './views-poller.ts';

const loadAhead = () => import('./refresh/fetch-ahead.ts');
const loadAnalytics = () => import('./refresh/refresh-analytics.ts');
const loadAllowedList = () => import('./refresh/refresh-allowed-users.ts');
const loadGiveaway = () => import('./commands/create-giveaway.ts');
const loadPaymentVoucher = () => import('./commands/create-payment-voucher.ts');
const loadTopUp = () => import('./commands/top-up.ts');
const loadEntries = () => import('./refresh/refresh-entries.ts');
const loadMail = () => import('./on-demand/account-mail.ts');
const loadAllowedUsers = () => import('./on-demand/allowed-users.ts');
const loadAnswers = () => import('./on-demand/answers.ts');
const loadCover = () => import('./commands/update-cover.ts');
const loadCreated = () => import('./refresh/refresh-created.ts');
const loadDevice = () => import('./device/prove-device.ts');
const loadDownloads = () => import('./on-demand/download-csv.ts');
const loadExchange = () => import('./on-demand/exchange.ts');
const loadGoogle = () => import('./on-demand/google.ts');
const loadMethods = () => import('./refresh/refresh-payment-methods.ts');
const loadNotices = () => import('./on-demand/notifications.ts');
const loadOwn = () => import('./on-demand/own-vouchers.ts');
const loadPremium = () => import('./on-demand/premium.ts');
const loadProfile = () => import('./on-demand/profile.ts');
const loadProofs = () => import('./on-demand/proofs.ts');
const loadPush = () => import('./on-demand/push.ts');
const loadPurchases = () => import('./on-demand/purchases.ts');
const loadReceipt = () => import('./refresh/refresh-transaction.ts');
const loadRedeem = () => import('./commands/redeem-voucher.ts');
const loadStorage = () => import('./on-demand/storage.ts');
const loadRegion = () => import('./on-demand/set-region.ts');
const loadSharers = () => import('./refresh/refresh-sharers.ts');
const loadSignIn = () => import('./commands/sign-in.ts');
const loadTraffic = () => import('./on-demand/count-traffic.ts');
const loadTransactions = () => import('./refresh/refresh-transactions.ts');
const loadVoucherPayment = () => import('./on-demand/voucher-payment.ts');
const loadWithdraw = () => import('./on-demand/withdraw.ts');

/** What an update of the app waits for. */
const COMMANDS = {
  register: onDemand(loadSignIn, 'register'),
  login: onDemand(loadSignIn, 'login'),
  logout,
  beginGoogle: onDemand(loadGoogle, 'beginGoogle'),
  finishGoogle: onDemand(loadGoogle, 'finishGoogle'),
  verifyEmail: onDemand(loadMail, 'verifyEmail'),
  resendVerification: onDemand(loadMail, 'resendVerification'),
  forgotPassword: onDemand(loadMail, 'forgotPassword'),
  resetPassword: onDemand(loadMail, 'resetPassword'),
  setRegion: onDemand(loadRegion, 'setRegion'),
  submitGuess,
  createGiveaway: onDemand(loadGiveaway, 'createGiveaway'),
  updateCover: onDemand(loadCover, 'updateCover'),
  createPaymentVoucher: onDemand(loadPaymentVoucher, 'createPaymentVoucher'),
  payVoucherFromWallet: onDemand(loadVoucherPayment, 'payVoucherFromWallet'),
  initializeVoucherPayment: onDemand(loadVoucherPayment, 'initializeVoucherPayment'),
  verifyVoucherPayment: onDemand(loadVoucherPayment, 'verifyVoucherPayment'),
  redeemVoucher: onDemand(loadRedeem, 'redeemVoucher'),
  splitVoucher: onDemand(loadOwn, 'splitVoucher'),
  updateTwoFactor: onDemand(loadOwn, 'updateTwoFactor'),
  cancelVoucher: onDemand(loadOwn, 'cancelVoucher'),
  allowUsers: onDemand(loadAllowedUsers, 'allowUsers'),
  disallowUsers: onDemand(loadAllowedUsers, 'disallowUsers'),
  readNotices: onDemand(loadNotices, 'readNotices'),
  saveNoticePreferences: onDemand(loadNotices, 'saveNoticePreferences'),
  followVoucher: onDemand(loadNotices, 'followVoucher'),
  savePushToken: onDemand(loadPush, 'savePushToken'),
  initializeTopup: onDemand(loadTopUp, 'initializeTopup'),
  verifyTopup: onDemand(loadTopUp, 'verifyTopup'),
  resolveAccount: onDemand(loadWithdraw, 'resolveAccount'),
  withdraw: onDemand(loadWithdraw, 'withdraw'),
  quoteExchange: onDemand(loadExchange, 'quoteExchange'),
  exchange: onDemand(loadExchange, 'exchange'),
  forgetAccount: onDemand(loadWithdraw, 'forgetAccount'),
  buyAirtime: onDemand(loadPurchases, 'buyAirtime'),
  payBill: onDemand(loadPurchases, 'payBill'),
  subscribePremium: onDemand(loadPremium, 'subscribePremium'),
  verifyPremium: onDemand(loadPremium, 'verifyPremium'),
  setPin: onDemand(loadProfile, 'setPin'),
  addPasskey: onDemand(loadProfile, 'addPasskey'),
  removePasskey: onDemand(loadProfile, 'removePasskey'),
  updateProfile: onDemand(loadProfile, 'updateProfile'),
  changePassword: onDemand(loadProfile, 'changePassword'),
  updateAvatar: onDemand(loadProfile, 'updateAvatar'),
  revokeSession: onDemand(loadProfile, 'revokeSession'),
  setLimits: onDemand(loadProfile, 'setLimits'),
  downloadExport: onDemand(loadProfile, 'downloadExport'),
  deleteAccount: onDemand(loadProfile, 'deleteAccount'),
};

/** What an update of the app need not wait for. */
const QUERIES = {
  fetchAhead: onDemand(loadAhead, 'fetchAhead'),
  refreshUser,
  refreshVoucherList,
  refreshFeatured,
  refreshVoucher,
  refreshSharers: onDemand(loadSharers, 'refreshSharers'),
  refreshEntries: onDemand(loadEntries, 'refreshEntries'),
  refreshProof: onDemand(loadProofs, 'refreshProof'),
  judgeProof: onDemand(loadProofs, 'judgeProof'),
  refreshNotices: onDemand(loadNotices, 'refreshNotices'),
  refreshNoticePreferences: onDemand(loadNotices, 'refreshNoticePreferences'),
  readPushConfig: onDemand(loadPush, 'readPushConfig'),
  refreshAnalytics: onDemand(loadAnalytics, 'refreshAnalytics'),
  refreshAllowedUsers: onDemand(loadAllowedList, 'refreshAllowedUsers'),
  refreshCreated: onDemand(loadCreated, 'refreshCreated'),
  refreshWallets,
  refreshTransactions: onDemand(loadTransactions, 'refreshTransactions'),
  refreshTransaction: onDemand(loadReceipt, 'refreshTransaction'),
  refreshPaymentMethods: onDemand(loadMethods, 'refreshPaymentMethods'),
  refreshBanks: onDemand(loadWithdraw, 'refreshBanks'),
  refreshSavedAccounts: onDemand(loadWithdraw, 'refreshSavedAccounts'),
  refreshAnswer: onDemand(loadAnswers, 'refreshAnswer'),
  beginPasskey: onDemand(loadProfile, 'beginPasskey'),
  drawChallenge: onDemand(loadProfile, 'drawChallenge'),
  refreshAirtime: onDemand(loadPurchases, 'refreshAirtime'),
  refreshBillers: onDemand(loadPurchases, 'refreshBillers'),
  validateBill: onDemand(loadPurchases, 'validateBill'),
  refreshAccount: onDemand(loadProfile, 'refreshAccount'),
  refreshRegions,
  detectRegion,
  refreshRates,
  configurePaymentMethod: onDemand(loadVoucherPayment, 'configurePaymentMethod'),
  downloadStatement: onDemand(loadDownloads, 'downloadStatement'),
  downloadGuesses: onDemand(loadDownloads, 'downloadGuesses'),
  trackView,
  trackLinkClick,
  drainOutbox,
  countTraffic: onDemand(loadTraffic, 'countTraffic'),
  proveDevice: onDemand(loadDevice, 'proveDevice'),
  checkStorage: onDemand(loadStorage, 'checkStorage'),
  tidyUp: onDemand(loadStorage, 'tidyUp'),
};

type Task = (ctx: WorkerContext, ...input: never[]) => Promise<Result<unknown>>;

/** Tasks as the page calls them: without the context. */
type Bound<T> = {
  [Name in keyof T]: T[Name] extends (ctx: WorkerContext, ...input: infer Input) => infer Outcome
    ? (...input: Input) => Outcome
    : never;
};

type Run = <T>(work: () => Promise<Result<T>>) => Promise<Result<T>>;

const bind = <T extends Readonly<Record<string, Task>>>(
  tasks: T,
  ctx: WorkerContext,
  run: Run,
): Bound<T> =>
  Object.fromEntries(
    Object.entries(tasks).map(([name, task]) => [
      name,
      (...input: never[]) => run(() => task(ctx, ...input)),
    ]),
    // Which name has which task is lost on the way through entries.
  ) as Bound<T>;

/** Answers an exception with a failure, because it would lose its code on the way to the page. */
const guard =
  (deps: WorkerDeps): Run =>
  async (work) => {
    try {
      return await work();
    } catch (error) {
      reportFault(deps, error);
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
  const guarded = guard(deps);
  let underWay = 0;

  const command: Run = async (work) => {
    underWay += 1;
    try {
      return await guarded(work);
    } finally {
      underWay -= 1;
    }
  };

  return {
    ...bind(COMMANDS, ctx, command),
    ...bind(QUERIES, ctx, guarded),
    /** Answers as soon as the worker can take calls. */
    ping: async () => 'ready' as const,
    /** Whether the page can be seen; polling rests while it cannot. */
    setVisible: async (visible: boolean) => poller.setVisible(visible),
    /** Whether a command runs now, so that an update should wait. */
    hasCommandUnderWay: async () => underWay > 0,
    /** Keeps views, digits and status of these vouchers and no others current, each in one tab at a time. */
    setWatches: async (watches: readonly VoucherWatch[]) => poller.setWatches(watches),
  };
}

export type DataWorkerApi = ReturnType<typeof createDataWorkerApi>;
