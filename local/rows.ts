import type { DeviceSession, Limits, SubscriptionAnswer, User } from '../contract/accounts.ts';
import type { Passkey } from '../contract/accounts/passkeys.ts';
import type { AllowedUser, LotteryGuess, VoucherAnalytics } from '../contract/analytics.ts';
import type { Case, NewCaseBody } from '../contract/cases.ts';
import type { EntryProof, FairnessAnswer } from '../contract/fairness.ts';
import type { Currency } from '../contract/money.ts';
import type { Notification, Preferences } from '../contract/notifications/calls.ts';
import type { CreatedVoucher } from '../contract/payment-vouchers.ts';
import type { RegionKey } from '../contract/region-table.ts';
import type {
  DetectRegionAnswer,
  Rates,
  RatesAnswer,
  Region,
  ServedRegion,
} from '../contract/regions.ts';
import type { Voucher, VoucherDetail } from '../contract/vouchers.ts';
import type { OwnShares, Sharer } from '../contract/vouchers/sharing.ts';
import type { Held, Receipt, Transaction } from '../contract/wallet.ts';
import type { SavedAccount } from '../contract/withdrawals.ts';
import type { KnownList } from './join-page.ts';

/** `fetchedAt` is in ms by this device's clock; amounts are in major units, as in the API. */
export interface Mirrored {
  readonly fetchedAt: number;
  /** The row is still shown, but the next refresh fetches it again. */
  readonly isStale?: true;
}

export interface ListRow extends Mirrored, Omit<KnownList, 'ids'> {
  readonly key: string;
}

export const SINGLE = 'me';
interface Single {
  readonly key: typeof SINGLE;
}

/** A write from another session is dropped, so that a late answer cannot reach the next user. */
export interface SessionRow extends Single {
  readonly id: string;
  readonly lastChange?: string;
}

export interface UserRow extends Single, Mirrored {
  readonly user: User;
  readonly subscription: SubscriptionAnswer['subscription'];
}

export type DetailOnly = Omit<VoucherDetail, keyof Voucher>;

export interface VoucherRow extends Voucher, Partial<DetailOnly>, Mirrored {
  readonly detailFetchedAt?: number;
}

export interface VoucherListRow extends Omit<ListRow, 'hasMore'> {
  readonly ulids: readonly string[];
  readonly hasMore?: boolean;
  /** Tabs with older code read this. */
  readonly lastPage: number;
  /** Only of followed giveaways. */
  readonly coinsPending?: number;
}

export interface WalletRow extends Mirrored {
  readonly currency: Currency;
  readonly amount: number;
  readonly held?: readonly Held[];
  readonly owed?: number;
  /** What may leave by the last answer; `held` tells what may since. */
  readonly available_out?: number;
  readonly card_hold_hours?: number;
}

export interface TransactionRow extends Transaction, Mirrored {}

export interface TransactionListRow extends ListRow {
  readonly ids: readonly string[];
}

export interface TransactionReceiptRow extends Receipt, Mirrored {}

/** Without the facts of the server where tabs with older code stored it. */
export interface RegionRow extends Region, Mirrored, Partial<Omit<ServedRegion, keyof Region>> {}

export interface RatesRow extends Single, Mirrored {
  readonly rates: Rates;
  readonly source: RatesAnswer['source'];
  readonly updatedAt: string;
}

export interface DetectedRegionRow extends Single, Mirrored {
  readonly region: RegionKey;
  readonly source: DetectRegionAnswer['data']['detectionSource'];
}

/** A payment voucher's secret `code` is stored here and in the response cache. */
export interface CreatedVoucherRow extends CreatedVoucher, Mirrored {}

export interface CreatedVoucherListRow extends ListRow {
  readonly ulids: readonly string[];
}

export interface SharersRow extends Mirrored {
  readonly ulid: string;
  readonly sharers: readonly Sharer[];
  readonly own?: OwnShares | undefined;
}

export interface EntriesRow extends Mirrored {
  readonly key: string;
  readonly entries: readonly LotteryGuess[];
  /** Tabs with older code read this. */
  readonly lastPage: number;
  readonly total: number;
}

export interface AnalyticsRow extends VoucherAnalytics, Mirrored {}

export interface AllowedUsersRow extends Mirrored {
  readonly ulid: string;
  readonly users: readonly AllowedUser[];
}

export interface ProofRow extends FairnessAnswer, Mirrored {
  readonly ulid: string;
  /** The first commitment that this device saw, so that the server cannot replace it later. */
  readonly firstCommitment: string;
  /** null until the proof is opened, or if the lottery has too many entries for a phone. */
  readonly entries: readonly LotteryGuess[] | null;
  readonly ownEntries?: readonly EntryProof[];
}

/** `key` is `answerKey` for a screen, or the address for an answer with an ETag. */
export interface AnswerRow extends Mirrored {
  readonly key: string;
  readonly answer: object;
  readonly tag?: string;
}

export interface AccountRow extends Single, Mirrored {
  readonly sessions: readonly DeviceSession[];
  readonly limits: Limits;
  readonly passkeys?: readonly Passkey[];
}

export interface SavedAccountsRow extends Single, Mirrored {
  readonly accounts: readonly SavedAccount[];
}

export interface NotificationRow extends Notification, Mirrored {
  readonly unsentRead?: 1;
}

export interface NoticeListRow extends Single, Mirrored {
  readonly oldestId: number;
  readonly hasMore: boolean;
  readonly readUpTo?: number;
}

export interface NoticePreferencesRow extends Single, Mirrored {
  readonly preferences: Preferences;
}

export interface CheckoutRow {
  readonly reference: string;
  readonly amount: number;
  readonly processor: string;
  readonly provider: string;
  readonly phone: string;
  readonly createdAt: number;
}

export type TrackingKind = 'view' | 'link-click';

export interface OwnedRow {
  /** Set when the session expires; the sign-in of another user deletes the row. */
  readonly userId?: number | undefined;
}

export interface OutboxRow extends OwnedRow {
  readonly id: number;
  readonly kind: TrackingKind;
  readonly voucherUlid: string;
  readonly createdAt: number;
}

export interface CaseRow extends Case, Mirrored {}

/** A report of a problem that the server has not taken yet; part of the outbox. */
export interface CaseReportRow extends NewCaseBody, OwnedRow {
  readonly transactionId: string;
  readonly createdAt: number;
  /** Why the server did not take it. */
  readonly refusal?: string;
  /** It is not sent again, because the server would refuse it again. */
  readonly isRefused?: true;
}

export interface TrackingWindowRow {
  readonly key: string;
  readonly kind: TrackingKind;
  readonly at: number;
}

export interface ReceiptRow {
  readonly voucherUlid: string;
  readonly guessNumber: number;
  readonly at: number;
  readonly result: 'won' | 'entered' | 'wrong';
  readonly code?: string | undefined;
  readonly userId?: number | undefined;
}

export interface WaitRow {
  readonly ulid: string;
  readonly untilMs: number;
}

export interface PendingCommandRow extends OwnedRow {
  readonly command: string;
  readonly bodyHash: string;
  readonly key: string;
  /** A repeat must send the same digits, or it would create a second voucher. */
  readonly code?: string;
  /** Server time in ms; Infinity if it was unknown. */
  readonly createdAt: number;
  /** Only the answer to this attempt may delete the key. */
  readonly attempt?: string;
}

/** A row from the future is not fresh, because after a clock change it would never expire. */
export function isFresh(row: Mirrored | undefined, ttlMs: number, nowMs: number): boolean {
  if (!row || row.isStale) return false;
  const ageMs = nowMs - row.fetchedAt;
  return ageMs >= 0 && ageMs < ttlMs;
}
