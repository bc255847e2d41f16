/** What a notification can be about. The order is that of the settings. */
export const NOTICE_KINDS = [
  'won',
  'digit_revealed',
  'lottery_drawn',
  'voucher_redeemed',
  'voucher_expired',
  'release_code',
  'payment_settled',
  'withdrawal_ended',
  'purchase_ended',
  'friend_joined',
  'coins_earned',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Besides, what Goodies itself tells: no user chooses where that goes. */
export const TOLD_KINDS = [...NOTICE_KINDS, 'announcement'] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/** What the settings call each kind. */
export const NOTICE_LABELS: Readonly<Record<NoticeKind, string>> = {
  won: 'You won',
  digit_revealed: 'Digit revealed',
  lottery_drawn: 'Lottery drawn',
  voucher_redeemed: 'Voucher redeemed',
  voucher_expired: 'Voucher expired',
  release_code: 'Release codes',
  payment_settled: 'Payments',
  withdrawal_ended: 'Withdrawals',
  purchase_ended: 'Airtime and bills',
  friend_joined: 'A friend joined',
  coins_earned: 'Coins earned',
};

/** Where a notification can go: the list in the app, mail, a message to the phone. */
export const NOTICE_CHANNELS = ['in_app', 'email', 'push'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

/** Which channels each kind goes to. */
export type NoticeChannels = Readonly<Record<NoticeKind, readonly NoticeChannel[]>>;

/** What holds for users who have chosen nothing. Mail is for what may be missed at a loss alone. */
export const DEFAULT_CHANNELS: NoticeChannels = {
  won: ['in_app', 'email', 'push'],
  digit_revealed: ['in_app', 'push'],
  lottery_drawn: ['in_app', 'push'],
  voucher_redeemed: ['in_app', 'push'],
  voucher_expired: ['in_app', 'push'],
  release_code: ['in_app', 'email', 'push'],
  payment_settled: ['in_app', 'push'],
  withdrawal_ended: ['in_app', 'email', 'push'],
  purchase_ended: ['in_app', 'email', 'push'],
  friend_joined: ['in_app', 'push'],
  coins_earned: ['in_app'],
};

/** It stands in the list, and comes to the phone, of everybody. */
const ANNOUNCED: readonly NoticeChannel[] = ['in_app', 'push'];

/** Where a notification goes for users who have chosen nothing. */
export const usualChannels = (kind: ToldKind): readonly NoticeChannel[] =>
  kind === 'announcement' ? ANNOUNCED : DEFAULT_CHANNELS[kind];

/** A matter of security: its mail is written by its own use case, at once, and cannot be turned off. */
export const SECURITY_KINDS: readonly ToldKind[] = ['release_code'];

/** The part of each day in which neither mail nor push is sent, `HH:MM` in the time of the user's region. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}

/** What a notification tells; which of them are there, its kind decides. */
export interface NoticeData {
  /** The ulid of the voucher that it is about. */
  readonly voucher?: string;
  /** Major units of `currency`. */
  readonly amount?: number;
  readonly currency?: string;
  /** The other user: the voucher's creator, who redeemed it, who joined. */
  readonly username?: string;
  /** What a voucher that expired, or a payment, was for. */
  readonly purpose?: 'giveaway' | 'payment' | 'topup' | 'voucher' | 'premium';
  /** How many shared the prize of a lottery. */
  readonly winners?: number;
  /** How a withdrawal, or airtime or a bill, ended. */
  readonly outcome?: 'completed' | 'failed';
  /** What was bought: 'Ikeja Electric Prepaid'. */
  readonly service?: string;
  /** Its token has come, which its receipt has. */
  readonly has_token?: boolean;
  readonly coins?: number;
  /** What an announcement says. */
  readonly text?: string;
  /** A release code, as long as it can be used. */
  readonly code?: string;
  /** Until when, ISO 8601. */
  readonly expires_at?: string;
}
