import type { DeviceSession, Limits, SubscriptionAnswer, User } from '../contract/accounts.ts';
import type { Passkey } from '../contract/accounts/passkeys.ts';
import type { AllowedUser, LotteryGuess, VoucherAnalytics } from '../contract/analytics.ts';
import type { EntryProof, FairnessAnswer } from '../contract/fairness.ts';
import type { Currency } from '../contract/money.ts';
import type { Notification, Preferences } from '../contract/notifications/calls.ts';
import type { CreatedVoucher } from '../contract/payment-vouchers.ts';
import type {
  AirtimeNetwork,
  BillCategory,
  RecentAirtime,
  RecentBill,
} from '../contract/purchases.ts';
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
import type { Held, PaymentMethod, Receipt, Transaction } from '../contract/wallet.ts';
import type { Bank, SavedAccount } from '../contract/withdrawals.ts';
import type { KnownList } from './join-page.ts';

/**
 * Rows of the device's database. A mirrored row has the API's own field names and `fetchedAt`, the time
 * (ms since the epoch, this device's clock) at which the server said so; amounts are major units as there.
 */
export interface Mirrored {
  readonly fetchedAt: number;
  /** The server may have something newer, however young this is: shown, and asked for anew by the next refresh. */
  readonly isStale?: true;
}

/**
 * What of a list stands here, from its top on; its rows stand in a table of their own. `key` is that of its first page,
 * `fetchedAt` when that came. Versions before stored each page by itself, so that such a row is one page.
 */
export interface ListRow extends Mirrored, Omit<KnownList, 'ids'> {
  readonly key: string;
}

/** The one row of a table that holds a single thing. */
export const SINGLE = 'me';
interface Single {
  readonly key: typeof SINGLE;
}

/**
 * Names the signed-in period. A write that began in another period is dropped, so that an answer which
 * comes after the sign-out leaves no trace.
 */
export interface SessionRow extends Single {
  readonly id: string;
  /** Names what a command wrote last, in whichever tab; absent before the first. */
  readonly lastChange?: string;
}

export interface UserRow extends Single, Mirrored {
  readonly user: User;
  readonly subscription: SubscriptionAnswer['subscription'];
}

/** What only the detail call says: about the caller, and the preview of the cover. */
export type DetailOnly = Omit<VoucherDetail, keyof Voucher>;

export interface VoucherRow extends Voucher, Partial<DetailOnly>, Mirrored {
  /** When the detail call answered last; absent while only a list has named this voucher. */
  readonly detailFetchedAt?: number;
}

/** A list of vouchers; they stand in `vouchers`. */
export interface VoucherListRow extends Omit<ListRow, 'hasMore'> {
  readonly ulids: readonly string[];
  /** Not in rows of earlier versions. */
  readonly hasMore?: boolean;
  /** Of the first page, for tabs of earlier versions. */
  readonly lastPage: number;
}

export interface WalletRow extends Mirrored {
  readonly currency: Currency;
  /** Major units. */
  readonly amount: number;
  /** What of it is held; its `until` may be past. */
  readonly held?: readonly Held[];
}

export interface TransactionRow extends Transaction, Mirrored {}

export interface TransactionListRow extends ListRow {
  readonly ids: readonly string[];
}

/** The receipt of one transaction. */
export interface TransactionReceiptRow extends Receipt, Mirrored {}

export interface RegionRow extends Region, Mirrored {
  /** Not in rows of earlier versions. */
  readonly support_email?: ServedRegion['support_email'];
  readonly operator?: ServedRegion['operator'];
  readonly push?: ServedRegion['push'];
  readonly google?: ServedRegion['google'];
}

export interface RatesRow extends Single, Mirrored {
  readonly rates: Rates;
  readonly source: RatesAnswer['source'];
  /** When the server got them, ISO 8601. */
  readonly updatedAt: string;
}

export interface DetectedRegionRow extends Single, Mirrored {
  readonly region: RegionKey;
  readonly source: DetectRegionAnswer['data']['detectionSource'];
}

/** One of the caller's own vouchers; a payment voucher's `code` stands here, and in the server's answer that is kept. */
export interface CreatedVoucherRow extends CreatedVoucher, Mirrored {}

/** A list of the caller's own vouchers. */
export interface CreatedVoucherListRow extends ListRow {
  readonly ulids: readonly string[];
}

export interface SharersRow extends Mirrored {
  readonly ulid: string;
  readonly sharers: readonly Sharer[];
  /** What became of the visitors whom the user brought; absent while there was none. */
  readonly own?: OwnShares | undefined;
}

/** One page of a lottery's entries; `key` by `entriesKey`. */
export interface EntriesRow extends Mirrored {
  readonly key: string;
  readonly entries: readonly LotteryGuess[];
  readonly lastPage: number;
  readonly total: number;
}

/** How one of the caller's own giveaways does. */
export interface AnalyticsRow extends VoucherAnalytics, Mirrored {}

/** Who may guess on one of the caller's own private giveaways. */
export interface AllowedUsersRow extends Mirrored {
  readonly ulid: string;
  readonly users: readonly AllowedUser[];
}

/** What proves a giveaway, as the server gave it. */
export interface ProofRow extends FairnessAnswer, Mirrored {
  readonly ulid: string;
  /** The commitment that this device saw first: a voucher cannot be sealed anew behind its back. */
  readonly firstCommitment: string;
  /**
   * All entries of a drawn lottery, in the order of their numbers; null until the proof was looked at, and of a lottery
   * with more of them than a phone loads.
   */
  readonly entries: readonly LotteryGuess[] | null;
  /** Then those that this device has a receipt of. */
  readonly ownEntries?: readonly EntryProof[];
}

export interface PaymentMethodsRow extends Mirrored {
  readonly key: string;
  readonly methods: readonly PaymentMethod[];
}

/**
 * What the server answered, as it did. A screen's by `answerKey`; one with a tag by its address, to be asked
 * whether it has changed since (`workers/response-cache.ts`), whatever of it stands in other tables, codes included.
 */
export interface AnswerRow extends Mirrored {
  readonly key: string;
  readonly answer: object;
  readonly tag?: string;
}

/** The banks and networks that money can leave to from one region; `key` by `banksKey`. */
export interface BanksRow extends Mirrored {
  readonly key: string;
  readonly currency: Currency;
  readonly banks: readonly Bank[];
}

/** What of the user's account is asked for by its own screen alone. */
export interface AccountRow extends Single, Mirrored {
  readonly sessions: readonly DeviceSession[];
  readonly limits: Limits;
  /** Absent on a device that has not asked since there are any. */
  readonly passkeys?: readonly Passkey[];
}

/** Where the user's money went before. */
export interface SavedAccountsRow extends Single, Mirrored {
  readonly accounts: readonly SavedAccount[];
}

/** What can be bought for phones of a region, and the user's recent numbers there. */
export interface AirtimeRow extends Mirrored {
  readonly region: RegionKey;
  readonly currency: Currency;
  readonly networks: readonly AirtimeNetwork[];
  readonly recent: readonly RecentAirtime[];
}

/** Which bills can be paid in a region, and what the user paid there. */
export interface BillersRow extends Mirrored {
  readonly region: RegionKey;
  readonly currency: Currency;
  readonly categories: readonly BillCategory[];
  readonly recent: readonly RecentBill[];
}

export interface NotificationRow extends Notification, Mirrored {
  /** 1 while it was read here and the server has not heard of it. */
  readonly unsentRead?: 1;
}

/** How much of the notifications stands on this device. */
export interface NoticeListRow extends Single, Mirrored {
  /** From here on up none is missing. */
  readonly oldestId: number;
  readonly hasMore: boolean;
  /** All up to this one were read here at once, and the server has not heard of it. */
  readonly readUpTo?: number;
}

/** What the user wants to be told, and where. */
export interface NoticePreferencesRow extends Single, Mirrored {
  readonly preferences: Preferences;
}

/** How a payment was begun, for another try when it is declined. */
export interface CheckoutRow {
  readonly reference: string;
  /** Major units. */
  readonly amount: number;
  /** Whom the payer chose to pay by. */
  readonly processor: string;
  /** '' where the method asked for none, as for the phone. */
  readonly provider: string;
  readonly phone: string;
  /** ms since the epoch */
  readonly createdAt: number;
}

export type TrackingKind = 'view' | 'link-click';

/** What waits for the server's answer, beyond the session that it was written in. */
export interface OwnedRow {
  /** Whose it is, once their session has expired: another user's sign-in deletes it. */
  readonly userId?: number | undefined;
}

/** Something that happened and that the server has not acknowledged yet. */
export interface OutboxRow extends OwnedRow {
  readonly id: number;
  readonly kind: TrackingKind;
  readonly voucherUlid: string;
  /** ms since the epoch */
  readonly createdAt: number;
}

/** When a voucher's view or link click was last put into the outbox; `key` by `trackingKey`. */
export interface TrackingWindowRow {
  readonly key: string;
  readonly kind: TrackingKind;
  /** ms since the epoch */
  readonly at: number;
}

/** Proof of a guess: its number on its voucher, as the server gave it. */
export interface ReceiptRow {
  readonly voucherUlid: string;
  readonly guessNumber: number;
  /** ms since the epoch */
  readonly at: number;
  readonly result: 'won' | 'entered' | 'wrong';
  /** The digits that were sent, and by whom; not in receipts of earlier versions. */
  readonly code?: string | undefined;
  readonly userId?: number | undefined;
}

/** Until when guessing a voucher is refused. */
export interface WaitRow {
  readonly ulid: string;
  /** ms since the epoch */
  readonly untilMs: number;
}

/** A command that moves money and has no answer yet: repeated, it is sent with the same key. */
export interface PendingCommandRow extends OwnedRow {
  readonly command: string;
  /** SHA-256 of the command's canonical body, hexadecimal. */
  readonly bodyHash: string;
  readonly key: string;
  /** The digits drawn for a new voucher: a repetition has to carry the same ones. */
  readonly code?: string;
  /** ms since the epoch by the server's time; Infinity where that was not known */
  readonly createdAt: number;
  /** Who took the key last: an answer to another try leaves it. Not in rows of earlier versions. */
  readonly attempt?: string;
}

/**
 * Whether a mirrored row is younger than its TTL (ms). A row from the future (the clock was set back)
 * is not fresh, else it would never be asked for again.
 */
export function isFresh(row: Mirrored | undefined, ttlMs: number, nowMs: number): boolean {
  if (!row || row.isStale) return false;
  const ageMs = nowMs - row.fetchedAt;
  return ageMs >= 0 && ageMs < ttlMs;
}
