import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Literals,
  MessageAndData,
  Nullable,
  OwnerProof,
  ReferralCodeSchema,
  RegionKeySchema,
  Success,
  Text,
  UlidSchema,
  VoucherIdSchema,
} from './common.ts';
import { CODE_LENGTH, MAX_PAGE_SIZE, TRACK_VIEWS_MAX_IDS } from './constants.ts';
import { SolvedGuessSchema } from './devices.ts';
import { ENTRY_RULES } from './vouchers/entry-rule.ts';

export const VOUCHER_TYPES = ['goodies', 'mobile', 'digital'] as const;
export const VOUCHER_STATUSES = [
  'pending',
  'active',
  'completed',
  'used',
  'cancelled',
  'expired',
] as const;
export const REVEAL_METHODS = ['views', 'time', 'lottery'] as const;
export type VoucherType = (typeof VOUCHER_TYPES)[number];
export type VoucherStatus = (typeof VOUCHER_STATUSES)[number];
export type RevealMethod = (typeof REVEAL_METHODS)[number];

const VoucherTypeSchema = Literals(VOUCHER_TYPES);
const RevealMethodSchema = Literals(REVEAL_METHODS);
const EntryRuleSchema = Literals(ENTRY_RULES);
export const VoucherStatusSchema = Literals(VOUCHER_STATUSES);
const Page = Type.Integer({ minimum: 1, maximum: 100_000 });
const PerPage = Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE });

export const PersonSchema = Type.Object({
  username: Type.String(),
  avatar: Nullable(Type.String()),
});

export const CoverSchema = Type.Object({
  src: Type.String(),
  srcset: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  video_bytes: Type.Integer(),
});
export type Cover = Static<typeof CoverSchema>;

export const VoucherSchema = Type.Object({
  id: Type.Integer(),
  ulid: Type.String(),
  type: VoucherTypeSchema,
  purpose: Literals(['payment', 'giveaway']),
  amount: Type.Number(),
  currency: CurrencySchema,
  region: Type.Object({
    key: RegionKeySchema,
    currency: CurrencySchema,
    currency_symbol: Type.String(),
  }),
  network: Type.String(),
  reveal_method: RevealMethodSchema,
  views: Type.Integer(),
  views_count: Type.Integer(),
  first_reveal_views: Nullable(Type.Integer()),
  second_reveal_views: Nullable(Type.Integer()),
  /** ms since the epoch when time reveals the next digit. */
  remaining_time: Nullable(Type.Integer()),
  final_reveal_time: Nullable(Type.String()),
  masked_digits: Type.Integer(),
  code: Nullable(Type.String()),
  code_length: Type.Integer(),
  masked_code: Type.String(),
  ad_cover: Nullable(Type.String()),
  cover: Nullable(CoverSchema),
  media_type: Nullable(Literals(['image', 'video'])),
  ad_url: Nullable(Type.String()),
  ad_copy: Nullable(Type.String()),
  creator: Type.String(),
  creator_avatar: Nullable(Type.String()),
  is_used: Type.Boolean(),
  winner: Nullable(PersonSchema),
  winning_guess_number: Nullable(Type.Integer()),
  status: VoucherStatusSchema,
  is_private: Type.Boolean(),
  entry_rule: EntryRuleSchema,
  created_at: Type.String(),
  /** A giveaway takes guesses from then on; null for one that did so when it was paid. */
  starts_at: Nullable(Type.String()),
  completed_at: Nullable(Type.String()),
  share_url: Type.String(),
  link_click_count: Type.Integer(),
  entries_count: Type.Integer(),
  enable_2fa: Type.Boolean(),
  restrict_recipient: Type.Boolean(),
  expires_at: Nullable(Type.String()),
  commitment: Nullable(Type.String()),
});
export type Voucher = Static<typeof VoucherSchema>;

export const OwnEntrySchema = Type.Object({
  number: Type.Integer(),
  code: Type.String(),
  created_at: Type.String(),
});
export type OwnLotteryEntry = Static<typeof OwnEntrySchema>;

export const VoucherDetailSchema = Type.Object({
  ...VoucherSchema.properties,
  can_guess: Type.Boolean(),
  my_entries: Type.Integer(),
  entry_cost: Type.Integer(),
  wait_seconds: Type.Integer(),
  /** Number of winners of a drawn lottery; 0 means that the money went back to the creator. */
  winners_count: Type.Optional(Type.Integer()),
  /** Major units; only for a winner or redeemer. */
  own_share: Type.Optional(Type.Number()),
  own_receipt: Type.Optional(Type.String()),
  /** Major units taken back from the caller after a hold. */
  taken_back: Type.Optional(Type.Number()),
  /** The caller's own guesses or entries, the newest first; at most OWN_GUESSES_SHOWN. */
  own_entries: Type.Optional(Type.Array(OwnEntrySchema)),
  is_invited: Type.Optional(Type.Boolean()),
  is_following: Type.Optional(Type.Boolean()),
  /** Whether a voucher that is restricted to a recipient is the caller's to claim. */
  is_for_me: Type.Optional(Type.Boolean()),
  // Older covers have previews of up to 1200 bytes.
  preview: Type.Optional(Type.String({ maxLength: 1_600 })),
});
export type VoucherDetail = Static<typeof VoucherDetailSchema>;

/** `nearly_open` sorts by progress to the next digit; for time, only the last day counts. */
const SORTS = ['amount', 'created_at', 'views', 'ending_soon', 'nearly_open'] as const;

export const VoucherListQuery = Closed({
  page: Type.Optional(Page),
  per_page: Type.Optional(PerPage),
  type: Type.Optional(VoucherTypeSchema),
  creator_name: Type.Optional(Text(0, 64)),
  /** In `amount_currency`, else `currency`, else the caller's own currency. */
  min_amount: Type.Optional(Type.Number({ minimum: 0 })),
  max_amount: Type.Optional(Type.Number({ minimum: 0 })),
  amount_currency: Type.Optional(CurrencySchema),
  currency: Type.Optional(CurrencySchema),
  /** Giveaways in all other currencies. */
  not_currency: Type.Optional(CurrencySchema),
  reveal_method: Type.Optional(RevealMethodSchema),
  sort_by: Type.Optional(Literals(SORTS)),
  sort_order: Type.Optional(Literals(['asc', 'desc'])),
});
export type VoucherListQuery = Static<typeof VoucherListQuery>;
export const VoucherListAnswer = MessageAndData({
  data: Type.Array(VoucherSchema),
  current_page: Type.Integer(),
  last_page: Type.Integer(),
  per_page: Type.Integer(),
  total: Type.Integer(),
});
export type VoucherListAnswer = Static<typeof VoucherListAnswer>;

export const FeaturedAnswer = Success({ data: Type.Array(VoucherSchema) });
export type FeaturedAnswer = Static<typeof FeaturedAnswer>;

/** Open giveaways that the caller guessed on or follows, latest first. */
export const FollowedAnswer = Success({
  data: Type.Array(VoucherSchema),
  /** Coins for shares that are not confirmed yet. */
  coins_pending: Type.Integer(),
});
export type FollowedAnswer = Static<typeof FollowedAnswer>;

export const VoucherParams = Closed({ id: VoucherIdSchema });
/** Also accepts trailing punctuation from shared links, which `voucherNameIn` removes. */
export const SharedVoucherParams = Closed({
  id: Type.String({ maxLength: 64, pattern: '^[0-9A-Za-z]{1,26}[^0-9A-Za-z]*$' }),
});
export const VoucherQuery = Closed({
  referral_code: Type.Optional(ReferralCodeSchema),
  skip_tracking: Type.Optional(Type.Boolean()),
});
export const VoucherAnswer = Success({ message: Type.String(), voucher: VoucherDetailSchema });
export type VoucherAnswer = Static<typeof VoucherAnswer>;

export const ViewsAnswer = Success({
  views: Type.Integer(),
  masked_code: Type.String(),
  status: VoucherStatusSchema,
  entries_count: Type.Optional(Type.Integer()),
});
export type ViewsAnswer = Static<typeof ViewsAnswer>;

export const SubmitBody = Closed({
  voucher_id: VoucherIdSchema,
  code: Type.String({ pattern: `^\\d{${CODE_LENGTH}}$` }),
  use_points: Type.Optional(Type.Boolean()),
  /** The server refuses an entry that costs more than the caller was shown. */
  entry_cost: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** For a 428 `work_required`; repeat the other fields unchanged, except `entry_cost`. */
  work: Type.Optional(SolvedGuessSchema),
});
export type SubmitBody = Static<typeof SubmitBody>;
export const SubmitAnswer = Success({
  result: Literals(['won', 'entered']),
  message: Type.String(),
  balance: Type.Optional(Type.Number()),
  voucher: Type.Optional(VoucherDetailSchema),
  remaining_points: Type.Integer(),
  entries: Type.Optional(Type.Integer()),
  guess_number: Type.Integer(),
});
export type SubmitAnswer = Static<typeof SubmitAnswer>;
/** Must not reveal which digits were right. */
export const WrongGuessAnswer = Type.Object({
  success: Type.Literal(false),
  code: Type.Literal('wrong_guess'),
  message: Type.String(),
  seconds_remaining: Type.Integer(),
  premium_upgrade: Type.Boolean(),
  remaining_points: Type.Integer(),
  guess_number: Type.Integer(),
});
export type WrongGuessAnswer = Static<typeof WrongGuessAnswer>;

/** Fields that both kinds of vouchers are created with. */
export const CreateFields = {
  type: Type.Optional(VoucherTypeSchema),
  currency: CurrencySchema,
  timezone: Type.Optional(Text(0, 64)),
  is_private: Type.Optional(Type.Boolean()),
  payment_method: Type.Optional(Text(0, 32)),
  payment_provider: Type.Optional(Text(0, 32)),
  /** ISO 8601 with zone; what is left then returns to the creator. Not for a lottery. */
  expires_at: Type.Optional(Text(1, 40)),
};

export const GiveawayFields = Closed({
  ...CreateFields,
  purpose: Type.Literal('giveaway'),
  amount: AmountSchema,
  code: Type.Optional(Type.String({ pattern: `^\\d{${CODE_LENGTH}}$` })),
  masked_digits: Type.Optional(Type.Union([Type.Literal(4), Type.Literal(2)])),
  reveal_method: RevealMethodSchema,
  first_reveal_views: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  second_reveal_views: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  /** ms since the epoch. */
  remaining_time: Type.Optional(Type.Integer({ minimum: 0 })),
  final_reveal_time: Type.Optional(Text(1, 40)),
  /** ISO 8601 with zone, at most 30 days ahead. Digits, draw and deadline come after it. */
  starts_at: Type.Optional(Text(1, 40)),
  ad_url: Type.Optional(Text(0, 500)),
  ad_copy: Type.Optional(Text(0, 500)),
  /** If absent: `verified` from 20 times the minimum amount, else `everybody`. */
  entry_rule: Type.Optional(EntryRuleSchema),
  network: Type.Optional(Text(0, 24)),
});
export type GiveawayFields = Static<typeof GiveawayFields>;
const FileSchema = Type.String({ format: 'binary' });
const PosterSchema = Type.Optional(FileSchema);
export const GiveawayForm = Closed({
  ...GiveawayFields.properties,
  ad_cover: Type.Optional(FileSchema),
  ad_poster: PosterSchema,
});
export const CoverForm = Closed({ ad_cover: FileSchema, ad_poster: PosterSchema });
export const CreateVoucherAnswer = MessageAndData({
  id: Type.Integer(),
  ulid: Type.String(),
  status: VoucherStatusSchema,
  /** Major units to pay before the voucher becomes active. */
  amount_due: Type.Number(),
  currency: CurrencySchema,
});
export type CreateVoucherAnswer = Static<typeof CreateVoucherAnswer>;

export const UpdateCoverAnswer = Success({ message: Type.String(), voucher: VoucherSchema });
export type UpdateCoverAnswer = Static<typeof UpdateCoverAnswer>;

/** `amount` excludes the fee; major units. */
export const PayFromWalletBody = Closed({
  voucher_id: VoucherIdSchema,
  amount: AmountSchema,
  currency: CurrencySchema,
  ...OwnerProof,
});
export type PayFromWalletBody = Static<typeof PayFromWalletBody>;
export const PayFromWalletAnswer = MessageAndData({
  voucher_id: Type.String(),
  status: VoucherStatusSchema,
  balance: Type.Number(),
});
export type PayFromWalletAnswer = Static<typeof PayFromWalletAnswer>;

export const TrackViewsBody = Closed({
  voucher_ids: Type.Array(UlidSchema, { minItems: 1, maxItems: TRACK_VIEWS_MAX_IDS }),
});
export type TrackViewsBody = Static<typeof TrackViewsBody>;
export const TrackLinkClickBody = Closed({ voucher_id: UlidSchema });
export type TrackLinkClickBody = Static<typeof TrackLinkClickBody>;
export const TrackedAnswer = Success({ tracked: Type.Integer() });
