export const NOTICE_KINDS = [
  'won',
  'digit_revealed',
  'lottery_drawn',
  'money_received',
  'voucher_redeemed',
  'voucher_expiring',
  'voucher_expired',
  'release_code',
  'payment_settled',
  'payment_disputed',
  'withdrawal_ended',
  'purchase_ended',
  'friend_joined',
  'coins_earned',
  'case_answered',
  'case_decided',
] as const;
export type NoticeKind = (typeof NOTICE_KINDS)[number];

/** Users cannot choose the channels of an announcement. */
export const TOLD_KINDS = [...NOTICE_KINDS, 'announcement'] as const;
export type ToldKind = (typeof TOLD_KINDS)[number];

/** What waits to be mailed or pushed leaves in this order. */
export const PRIORITIES = ['urgent', 'normal', 'bulk'] as const;
export type Priority = (typeof PRIORITIES)[number];

/** Urgent: a code that somebody waits for, or money that left. Bulk: what thousands are told at once, or reminds. */
export const KIND_PRIORITIES: Readonly<Record<ToldKind, Priority>> = {
  won: 'normal',
  digit_revealed: 'bulk',
  lottery_drawn: 'bulk',
  money_received: 'normal',
  voucher_redeemed: 'normal',
  voucher_expiring: 'bulk',
  voucher_expired: 'normal',
  release_code: 'urgent',
  payment_settled: 'normal',
  payment_disputed: 'normal',
  withdrawal_ended: 'urgent',
  purchase_ended: 'urgent',
  friend_joined: 'normal',
  coins_earned: 'normal',
  case_answered: 'normal',
  case_decided: 'normal',
  announcement: 'bulk',
};

export const NOTICE_LABELS: Readonly<Record<NoticeKind, string>> = {
  won: 'You won',
  digit_revealed: 'Digit revealed',
  lottery_drawn: 'Lottery drawn',
  money_received: 'Money sent to you',
  voucher_redeemed: 'Voucher redeemed',
  voucher_expiring: 'Voucher expires soon',
  voucher_expired: 'Voucher expired',
  release_code: 'Release codes',
  payment_settled: 'Payments',
  payment_disputed: 'Disputed payments',
  withdrawal_ended: 'Withdrawals',
  purchase_ended: 'Airtime and bills',
  friend_joined: 'A friend joined',
  coins_earned: 'Coins earned',
  case_answered: 'Cases answered',
  case_decided: 'Cases decided',
};

export const NOTICE_CHANNELS = ['in_app', 'email', 'push'] as const;
export type NoticeChannel = (typeof NOTICE_CHANNELS)[number];

export type NoticeChannels = Readonly<Record<NoticeKind, readonly NoticeChannel[]>>;

/** Mail is only for events that cost the user money or a prize if missed, and for answers they asked for. */
export const DEFAULT_CHANNELS: NoticeChannels = {
  won: ['in_app', 'email', 'push'],
  digit_revealed: ['in_app', 'push'],
  lottery_drawn: ['in_app', 'push'],
  money_received: ['in_app', 'email', 'push'],
  voucher_redeemed: ['in_app', 'push'],
  voucher_expiring: ['in_app', 'email', 'push'],
  voucher_expired: ['in_app', 'push'],
  release_code: ['in_app', 'email', 'push'],
  payment_settled: ['in_app', 'push'],
  payment_disputed: ['in_app', 'email', 'push'],
  withdrawal_ended: ['in_app', 'email', 'push'],
  purchase_ended: ['in_app', 'email', 'push'],
  friend_joined: ['in_app', 'push'],
  coins_earned: ['in_app', 'push'],
  case_answered: ['in_app', 'email', 'push'],
  case_decided: ['in_app', 'email', 'push'],
};

const ANNOUNCED: readonly NoticeChannel[] = ['in_app', 'push'];

/** Default channels for a user who has chosen none. */
export const usualChannels = (kind: ToldKind): readonly NoticeChannel[] =>
  kind === 'announcement' ? ANNOUNCED : DEFAULT_CHANNELS[kind];

/** Its use case sends the mail at once, and the user cannot turn it off. */
export const SECURITY_KINDS: readonly ToldKind[] = ['release_code'];

/** `HH:MM` in the time zone of the user's region. */
export interface QuietHours {
  readonly from: string;
  readonly to: string;
}
