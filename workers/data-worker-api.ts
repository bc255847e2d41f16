import type { LoginBody, RegisterBody, ResetPasswordBody, User } from '../contract/accounts.ts';
import type { Currency } from '../contract/money.ts';
import type {
  CreatedQuery,
  PaymentVoucherFields,
  RedeemAnswer,
  RedeemBody,
  SplitBody,
} from '../contract/payment-vouchers.ts';
import type {
  MethodConfigAnswer,
  VoucherPaymentInitializeAnswer,
  VoucherPaymentInitializeBody,
  VoucherPaymentVerifyAnswer,
  VoucherPaymentVerifyBody,
} from '../contract/payments.ts';
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
  StatementQuery,
  TopupInitializeAnswer,
  TopupInitializeBody,
  TopupVerifyAnswer,
  TopupVerifyBody,
  TransactionsQuery,
} from '../contract/wallet.ts';
import type { ResolveAccountBody, WithdrawAnswer, WithdrawBody } from '../contract/withdrawals.ts';
import type { CoverFiles } from './voucher-form.ts';

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

/** What a person decides about a new payment voucher; the worker draws its code and adds the time zone. */
export type PaymentVoucherInput = Omit<
  PaymentVoucherFields,
  'purpose' | 'type' | 'code' | 'masked_digits' | 'timezone'
>;

export type Redeemed = Said & RedeemAnswer['data'];

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

export interface ProofRefreshOptions extends RefreshOptions {
  /** Fetch the entries of a drawn lottery too. */
  readonly withEntries?: boolean;
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
    cover?: CoverFiles,
    onProgress?: OnProgress,
  ): Promise<Result<CreateVoucherAnswer['data']>>;
  /** Gives one's own giveaway another cover. `onProgress` has to be proxied. */
  updateCover(ulid: string, cover: CoverFiles, onProgress?: OnProgress): Promise<Done>;
  payVoucherFromWallet(input: PayFromWalletBody): Promise<Result<PayFromWalletAnswer['data']>>;
  /**
   * Makes a payment voucher, which then waits to be paid. Its code is drawn here, another one when it is
   * taken. Ask for the created vouchers again afterwards.
   */
  createPaymentVoucher(input: PaymentVoucherInput): Promise<Result<CreateVoucherAnswer['data']>>;
  /**
   * Pays a voucher's amount into the wallet. Fails with `redeem_empty`, `redeem_login_required`, and with
   * `two_factor_required` until the release code is given. User and wallets are to be refreshed afterwards.
   */
  redeemVoucher(input: RedeemBody): Promise<Result<Redeemed>>;
  /** Both parts are in the database when it returns. */
  splitVoucher(input: SplitBody): Promise<Done>;
  /** @returns whether a release code is asked for from now on */
  updateTwoFactor(ulid: string, isEnabled: boolean): Promise<Result<boolean>>;
  /** Returns what an unused payment voucher holds to the wallet. */
  cancelVoucher(ulid: string): Promise<Done>;
  /** One page of the caller's own vouchers, codes of payment vouchers included. */
  refreshCreated(query: CreatedQuery, options?: RefreshOptions): Promise<Done>;
  refreshVoucherList(query: VoucherListQuery, options?: RefreshOptions): Promise<Done>;
  refreshFeatured(options?: RefreshOptions): Promise<Done>;
  /** By id, ulid or code. Never counts as a view: that is `trackView`. */
  refreshVoucher(id: string, options?: VoucherRefreshOptions): Promise<Done>;
  refreshSharers(ulid: string, options?: RefreshOptions): Promise<Done>;
  /** One page of a lottery's entries, from 1. */
  refreshEntries(ulid: string, page: number, options?: RefreshOptions): Promise<Done>;
  /** By id or ulid; the creator's alone. */
  refreshAnalytics(id: string, options?: RefreshOptions): Promise<Done>;
  /** Every guess on one of the caller's own giveaways, as a CSV file. */
  downloadGuesses(id: string): Promise<Result<Blob>>;
  refreshAllowedUsers(ulid: string, options?: RefreshOptions): Promise<Done>;
  /**
   * Lets people guess on a private giveaway, by username or e-mail address. Everybody who may is in the
   * database when it returns.
   * @returns the names that are nobody's
   */
  allowUsers(ulid: string, names: readonly string[]): Promise<Result<readonly string[]>>;
  disallowUsers(ulid: string, userIds: readonly number[]): Promise<Result<readonly string[]>>;
  /** What proves a giveaway's digits, by id or ulid; asked for only when digits have opened since. */
  refreshProof(id: string, options?: ProofRefreshOptions): Promise<Done>;
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
  /** Begins to pay a voucher; its ulid is kept as pending, and the page goes to `authorization_url`. */
  initializeVoucherPayment(
    input: VoucherPaymentInitializeBody,
  ): Promise<Result<VoucherPaymentInitializeAnswer>>;
  /** Asks what became of a voucher's payment, by the parameters of the return address. No voucher is pending then. */
  verifyVoucherPayment(
    input: VoucherPaymentVerifyBody,
  ): Promise<Result<VoucherPaymentVerifyAnswer['data']>>;
  /** What a payment method asks for beside the amount, as the telephone number for mobile money. */
  configurePaymentMethod(method: string): Promise<Result<MethodConfigAnswer['data']>>;
  initializeTopup(input: TopupInitializeBody): Promise<Result<TopupInitializeAnswer>>;
  verifyTopup(input: TopupVerifyBody): Promise<Result<TopupVerifyAnswer['data']>>;
  refreshWallets(options?: RefreshOptions): Promise<Done>;
  refreshTransactions(query: TransactionsQuery, options?: RefreshOptions): Promise<Done>;
  /** The receipt of one transaction. */
  refreshTransaction(id: string, options?: RefreshOptions): Promise<Done>;
  /** The transactions that the query names, all pages, as a CSV file. */
  downloadStatement(query: StatementQuery): Promise<Result<Blob>>;
  /** Whose account it is; null where the bank does not tell. */
  resolveAccount(input: ResolveAccountBody): Promise<Result<string | null>>;
  /**
   * Sends money out of the wallet. `pending` means that nobody knows yet what became of it; the money is
   * held until somebody does. After a time-out the same input asks for the same withdrawal again.
   */
  withdraw(input: WithdrawBody): Promise<Result<WithdrawAnswer['data']>>;
  /** Banks and networks that money can leave to. */
  refreshBanks(region: RegionKey, options?: RefreshOptions): Promise<Done>;
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
