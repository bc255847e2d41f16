import type { LoginBody, RegisterBody, ResetPasswordBody, User } from '../contract/accounts.ts';
import type { Currency } from '../contract/money.ts';
import type { RegionKey } from '../contract/region-table.ts';
import type { Region } from '../contract/regions.ts';
import type { Result } from '../contract/result.ts';
import type {
  CreateVoucherAnswer,
  GiveawayFields,
  PayFromWalletAnswer,
  PayFromWalletBody,
  SubmitAnswer,
  VoucherListQuery,
} from '../contract/vouchers.ts';
import type {
  TopupInitializeAnswer,
  TopupInitializeBody,
  TopupVerifyAnswer,
  TopupVerifyBody,
  TransactionsQuery,
} from '../contract/wallet.ts';

export interface SignedIn {
  readonly user: User;
  /** The server's own words, when it had any. */
  readonly message?: string;
}

export interface Said {
  readonly message: string;
}

export interface Guess {
  readonly voucherUlid: string;
  /** All digits, none hidden. */
  readonly code: string;
  /** Skip a running wait for coins. */
  readonly usePoints?: boolean;
}

export interface Conversion {
  /** Minor units of `from`. */
  readonly amountMinor: bigint;
  readonly from: Currency;
  readonly to: Currency;
}

export interface Converted {
  /** Minor units of `to`. */
  readonly amountMinor: bigint;
  /** 'fallback' = a rate built into the app, because none was mirrored. */
  readonly source: 'mirrored' | 'fallback';
}

export interface RefreshOptions {
  /** Ask the server even when the mirrored rows are fresh. */
  readonly force?: boolean;
}

export interface VoucherRefreshOptions extends RefreshOptions {
  /** Of whoever shared the link that led here. */
  readonly referralCode?: string;
}

export type PaymentMethodsUse = 'voucher' | 'topup' | 'premium';

/** `fraction` from 0 to 1 of the upload that has left the device. */
export type OnProgress = (fraction: number) => unknown;

/** Nothing to hand over: what was learned stands in the database. */
export type Done = Result<undefined>;

/**
 * What the page may ask of the data worker. Every call settles with a `Result`; none throws for a failure
 * that was to be expected. Refreshes write the database and are skipped while the rows are fresh; screens
 * read them with `local/queries`.
 *
 * Any call may fail with `network`, `timeout`, `offline`, `too_many_requests`, `internal`, `unavailable`,
 * `storage_full` and `worker_failed`; one that needs a session also with `unauthenticated`, after which
 * the device is signed out. Calls that move money are refused with `offline` when there is no network.
 */
export interface DataWorkerApi {
  /** Answers as soon as the worker can take calls. */
  ping(): Promise<'ready'>;
  /** Whether the page can be seen; polling rests while it cannot. */
  setVisible(visible: boolean): Promise<void>;
  /** Whether a command runs now, so that an update should wait. */
  hasCommandUnderWay(): Promise<boolean>;

  // ---- accounts
  /** Signs up and signs in; a pending referral code goes along unless one is given. */
  register(input: RegisterBody): Promise<Result<SignedIn>>;
  login(input: LoginBody): Promise<Result<SignedIn>>;
  /** Ends the session here in any case, and on the server when it can be reached. */
  logout(): Promise<Done>;
  /** User, points and subscription; at most once in 2 s. */
  refreshUser(options?: RefreshOptions): Promise<Done>;
  verifyEmail(token: string): Promise<Result<Said>>;
  resendVerification(email: string): Promise<Result<Said>>;
  forgotPassword(email: string): Promise<Result<Said>>;
  resetPassword(input: ResetPasswordBody): Promise<Result<Said>>;

  // ---- vouchers
  /**
   * Sends a guess. A wrong one is the failure `wrong_guess`, a running wait `wait`; both name
   * `seconds_remaining`, `premium_upgrade` and `remaining_points` in their details where the server did.
   * Wait, receipt, points, voucher and wallet are in the database when it returns.
   */
  submitGuess(guess: Guess): Promise<Result<SubmitAnswer>>;
  /** `onProgress` has to be proxied. */
  createGiveaway(
    fields: GiveawayFields,
    cover?: File,
    onProgress?: OnProgress,
  ): Promise<Result<CreateVoucherAnswer['data']>>;
  payVoucherFromWallet(input: PayFromWalletBody): Promise<Result<PayFromWalletAnswer['data']>>;
  refreshVoucherList(query: VoucherListQuery, options?: RefreshOptions): Promise<Done>;
  refreshFeatured(options?: RefreshOptions): Promise<Done>;
  /** By id, ulid or code. Never counts as a view: that is `trackView`. */
  refreshVoucher(id: string, options?: VoucherRefreshOptions): Promise<Done>;
  refreshSharers(ulid: string, options?: RefreshOptions): Promise<Done>;
  /** Keeps views, digits and status of a voucher current, in one tab at a time. */
  watchVoucher(ulid: string, intervalMs: number): Promise<void>;
  unwatchVoucher(ulid: string): Promise<void>;

  // ---- tracking
  /** @returns whether a view was put into the outbox; then ask the service worker to send it */
  trackView(ulid: string): Promise<Result<boolean>>;
  /** @returns whether a click was put into the outbox; then ask the service worker to send it */
  trackLinkClick(ulid: string): Promise<Result<boolean>>;
  /** Sends the outbox from here, for browsers without a service worker. */
  drainOutbox(): Promise<Done>;

  // ---- money
  initializeTopup(input: TopupInitializeBody): Promise<Result<TopupInitializeAnswer>>;
  verifyTopup(input: TopupVerifyBody): Promise<Result<TopupVerifyAnswer['data']>>;
  refreshWallets(options?: RefreshOptions): Promise<Done>;
  refreshTransactions(query: TransactionsQuery, options?: RefreshOptions): Promise<Done>;
  refreshPaymentMethods(
    region: RegionKey,
    use: PaymentMethodsUse,
    options?: RefreshOptions,
  ): Promise<Done>;

  // ---- regions and rates
  /** Takes any text, so that an unknown region gets the catalogue's `invalid_region`. */
  setRegion(region: string): Promise<Result<Region>>;
  refreshRegions(options?: RefreshOptions): Promise<Done>;
  detectRegion(options?: RefreshOptions): Promise<Done>;
  refreshRates(options?: RefreshOptions): Promise<Done>;
  /** Rounds half to even, once. Fails with `rate_missing`. */
  convert(conversion: Conversion): Promise<Result<Converted>>;
}
