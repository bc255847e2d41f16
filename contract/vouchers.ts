import { Type, type Static } from 'typebox';

import {
  AmountSchema,
  Closed,
  CurrencySchema,
  Literals,
  Nullable,
  OwnerProof,
  RegionKeySchema,
  Success,
  Text,
  ReferralCodeSchema,
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

export const VoucherTypeSchema = Literals(VOUCHER_TYPES);
const RevealMethodSchema = Literals(REVEAL_METHODS);
const EntryRuleSchema = Literals(ENTRY_RULES);
export const VoucherStatusSchema = Literals(VOUCHER_STATUSES);
const Page = Type.Integer({ minimum: 1, maximum: 100_000 });
const PerPage = Type.Integer({ minimum: 1, maximum: MAX_PAGE_SIZE });

const PersonSchema = Type.Object({
  username: Type.String(),
  avatar: Nullable(Type.String()),
});

/** A cover in several widths, so that a phone loads no more than it shows. Widths in px. */
export const CoverSchema = Type.Object({
  /** The picture, or the poster of a video. */
  src: Type.String(),
  srcset: Type.String(),
  width: Type.Integer(),
  height: Type.Integer(),
  /** Bytes of the video, for 'play (2 MB)'; 0 for a picture. */
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
  /** ms since the epoch at which a digit opens by time */
  remaining_time: Nullable(Type.Integer()),
  final_reveal_time: Nullable(Type.String()),
  masked_digits: Type.Integer(),
  /** Only once a giveaway is completed; a payment voucher's creator alone sees its code, by another call. */
  code: Nullable(Type.String()),
  code_length: Type.Integer(),
  masked_code: Type.String(),
  /** Address of the picture or video itself; null = the app's own cover. */
  ad_cover: Nullable(Type.String()),
  cover: Nullable(CoverSchema),
  media_type: Nullable(Literals(['image', 'video'])),
  ad_url: Nullable(Type.String()),
  ad_copy: Nullable(Type.String()),
  creator: Type.String(),
  creator_avatar: Nullable(Type.String()),
  is_used: Type.Boolean(),
  winner: Nullable(PersonSchema),
  /** The number of the guess that won; null before. */
  winning_guess_number: Nullable(Type.Integer()),
  status: VoucherStatusSchema,
  is_private: Type.Boolean(),
  /** Whose guesses it takes: everybody's, of verified people, of verified accounts older than a week. */
  entry_rule: EntryRuleSchema,
  created_at: Type.String(),
  completed_at: Nullable(Type.String()),
  share_url: Type.String(),
  link_click_count: Type.Integer(),
  entries_count: Type.Integer(),
  enable_2fa: Type.Boolean(),
  /** Whether one recipient alone can redeem it. */
  restrict_recipient: Type.Boolean(),
  expires_at: Nullable(Type.String()),
  commitment: Nullable(Type.String()),
});
export type Voucher = Static<typeof VoucherSchema>;

/** One of the caller's own entries in a lottery, with all its digits. */
export const OwnEntrySchema = Type.Object({
  number: Type.Integer(),
  code: Type.String(),
  created_at: Type.String(),
});
export type OwnLotteryEntry = Static<typeof OwnEntrySchema>;

/** A voucher's page: the voucher, what a signed-in caller learns about themself on it, and its cover's preview. */
export const VoucherDetailSchema = Type.Object({
  ...VoucherSchema.properties,
  can_guess: Type.Boolean(),
  my_entries: Type.Integer(),
  entry_cost: Type.Integer(),
  wait_seconds: Type.Integer(),
  /** Of a drawn lottery alone: how many people shared the prize; with 0 it went back to its creator. */
  winners_count: Type.Optional(Type.Integer()),
  /** What of its money the caller got, major units; for a winner or a redeemer alone. */
  own_share: Type.Optional(Type.Number()),
  /** Id of the caller's transaction that a payment voucher was redeemed with; for its redeemer alone. */
  own_receipt: Type.Optional(Type.String()),
  /** What of it was taken back from the caller after a hold, major units; only where something was. */
  taken_back: Type.Optional(Type.Number()),
  /** Of a lottery alone: what the caller entered, newest first; for no other user's eyes. */
  own_entries: Type.Optional(Type.Array(OwnEntrySchema)),
  /** Of a private giveaway, for a signed-in caller who has not made it: whether they are on its list. */
  is_invited: Type.Optional(Type.Boolean()),
  /** Of a giveaway, for a signed-in caller who has not made it: whether they follow it. */
  is_following: Type.Optional(Type.Boolean()),
  /** The cover's picture, tiny, to show until it has loaded: WebP in base64. Not every cover has one. */
  // Those that were made before the present bound have up to 1200 bytes.
  preview: Type.Optional(Type.String({ maxLength: 1_600 })),
});
export type VoucherDetail = Static<typeof VoucherDetailSchema>;

/**
 * What a list is sorted by: `amount` by what the prize is worth; with `desc`, `ending_soon` begins with what
 * ends first, and `nearly_open` with what has come furthest on the way to its next digit: by views the share of the
 * next threshold, by time of the last day before the moment. What opens none any more comes last.
 */
const SORTS = ['amount', 'created_at', 'views', 'ending_soon', 'nearly_open'] as const;

/** GET /vouchers */
export const VoucherListQuery = Closed({
  page: Type.Optional(Page),
  per_page: Type.Optional(PerPage),
  type: Type.Optional(VoucherTypeSchema),
  creator_name: Type.Optional(Text(0, 64)),
  /** Bounds of what a prize is worth: in `amount_currency`, else in `currency`, else in the caller's own. */
  min_amount: Type.Optional(Type.Number({ minimum: 0 })),
  max_amount: Type.Optional(Type.Number({ minimum: 0 })),
  amount_currency: Type.Optional(CurrencySchema),
  /** Only prizes in this currency. */
  currency: Type.Optional(CurrencySchema),
  reveal_method: Type.Optional(RevealMethodSchema),
  sort_by: Type.Optional(Literals(SORTS)),
  sort_order: Type.Optional(Literals(['asc', 'desc'])),
});
export type VoucherListQuery = Static<typeof VoucherListQuery>;
export const VoucherListAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    data: Type.Array(VoucherSchema),
    current_page: Type.Integer(),
    last_page: Type.Integer(),
    per_page: Type.Integer(),
    total: Type.Integer(),
  }),
});
export type VoucherListAnswer = Static<typeof VoucherListAnswer>;

/** GET /vouchers/featured */
export const FeaturedAnswer = Success({ data: Type.Array(VoucherSchema) });
export type FeaturedAnswer = Static<typeof FeaturedAnswer>;

/** GET /vouchers/{id} */
export const VoucherParams = Closed({ id: VoucherIdSchema });
/** Of GET /vouchers/{id} alone: also with what was put behind it on its way, as `voucherNameIn` reads it. */
export const SharedVoucherParams = Closed({
  id: Type.String({ maxLength: 64, pattern: '^[0-9A-Za-z]{1,26}[^0-9A-Za-z]*$' }),
});
export const VoucherQuery = Closed({
  referral_code: Type.Optional(ReferralCodeSchema),
  skip_tracking: Type.Optional(Type.Boolean()),
});
export type VoucherQuery = Static<typeof VoucherQuery>;
export const VoucherAnswer = Success({ message: Type.String(), voucher: VoucherDetailSchema });
export type VoucherAnswer = Static<typeof VoucherAnswer>;

/** GET /vouchers/{ulid}/views; beside the count what may have changed with it */
export const ViewsAnswer = Success({
  views: Type.Integer(),
  masked_code: Type.String(),
  status: VoucherStatusSchema,
  /** Of a lottery alone. */
  entries_count: Type.Optional(Type.Integer()),
});
export type ViewsAnswer = Static<typeof ViewsAnswer>;

/** POST /vouchers/submit */
export const SubmitBody = Closed({
  voucher_id: VoucherIdSchema,
  code: Type.String({ pattern: `^\\d{${CODE_LENGTH}}$` }),
  use_points: Type.Optional(Type.Boolean()),
  /** Coins that the caller was told an entry costs; one that costs more is refused. */
  entry_cost: Type.Optional(Type.Integer({ minimum: 0, maximum: 1_000_000 })),
  /** The work that a 428 `work_required` asked for; all else but `entry_cost` is repeated as it was. */
  work: Type.Optional(SolvedGuessSchema),
});
export type SubmitBody = Static<typeof SubmitBody>;
export const SubmitAnswer = Success({
  result: Literals(['won', 'entered']),
  message: Type.String(),
  /** The wallet's new balance in the voucher's currency, major units; a winner's only. */
  balance: Type.Optional(Type.Number()),
  voucher: Type.Optional(VoucherDetailSchema),
  remaining_points: Type.Integer(),
  entries: Type.Optional(Type.Integer()),
  /** This guess's number on its voucher: a receipt. */
  guess_number: Type.Integer(),
});
export type SubmitAnswer = Static<typeof SubmitAnswer>;
/** 422 `wrong_guess`: says nothing about which digits were right */
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

/**
 * POST /vouchers, the fields of a giveaway as a multipart form carries them: texts that the server reads
 * into these types, and the file `ad_cover`.
 */
export const GiveawayFields = Closed({
  purpose: Type.Literal('giveaway'),
  type: Type.Optional(VoucherTypeSchema),
  amount: AmountSchema,
  currency: CurrencySchema,
  code: Type.Optional(Type.String({ pattern: `^\\d{${CODE_LENGTH}}$` })),
  masked_digits: Type.Optional(Type.Union([Type.Literal(4), Type.Literal(2)])),
  reveal_method: RevealMethodSchema,
  first_reveal_views: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  second_reveal_views: Type.Optional(Type.Integer({ minimum: 1, maximum: 100_000_000 })),
  /** ms since the epoch */
  remaining_time: Type.Optional(Type.Integer({ minimum: 0 })),
  final_reveal_time: Type.Optional(Text(1, 40)),
  /** ISO 8601 with its zone: a prize that was not won returns to its creator then. Not for a lottery. */
  expires_at: Type.Optional(Text(1, 40)),
  ad_url: Type.Optional(Text(0, 500)),
  ad_copy: Type.Optional(Text(0, 500)),
  is_private: Type.Optional(Type.Boolean()),
  /** Left out: `verified` from 20 times the least that a giveaway may hold on, else `everybody`. */
  entry_rule: Type.Optional(EntryRuleSchema),
  network: Type.Optional(Text(0, 24)),
  timezone: Type.Optional(Text(0, 64)),
  payment_method: Type.Optional(Text(0, 32)),
  payment_provider: Type.Optional(Text(0, 32)),
});
export type GiveawayFields = Static<typeof GiveawayFields>;
/** The bytes of a file in a multipart form. */
const FileSchema = Type.String({ format: 'binary' });
/** A picture of a video, shown until it plays. */
const PosterSchema = Type.Optional(FileSchema);
/** The whole form of POST /vouchers. */
export const GiveawayForm = Closed({
  ...GiveawayFields.properties,
  ad_cover: Type.Optional(FileSchema),
  ad_poster: PosterSchema,
});
/** The form of POST /vouchers/{id}/update-cover */
export const CoverForm = Closed({ ad_cover: FileSchema, ad_poster: PosterSchema });
export const CreateVoucherAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    id: Type.Integer(),
    ulid: Type.String(),
    status: VoucherStatusSchema,
    /** What has to be paid for it to become active, major units. */
    amount_due: Type.Number(),
    currency: CurrencySchema,
  }),
});
export type CreateVoucherAnswer = Static<typeof CreateVoucherAnswer>;

/** POST /vouchers/{id}/update-cover */
export const UpdateCoverAnswer = Success({ message: Type.String(), voucher: VoucherSchema });
export type UpdateCoverAnswer = Static<typeof UpdateCoverAnswer>;

/** POST /vouchers/payment/wallet; `amount` is the voucher's, without the fee */
export const PayFromWalletBody = Closed({
  voucher_id: VoucherIdSchema,
  amount: AmountSchema,
  currency: CurrencySchema,
  ...OwnerProof,
});
export type PayFromWalletBody = Static<typeof PayFromWalletBody>;
export const PayFromWalletAnswer = Success({
  message: Type.String(),
  data: Type.Object({
    voucher_id: Type.String(),
    status: VoucherStatusSchema,
    balance: Type.Number(),
  }),
});
export type PayFromWalletAnswer = Static<typeof PayFromWalletAnswer>;

/** POST /vouchers/track-views and POST /vouchers/track-link-click */
export const TrackViewsBody = Closed({
  voucher_ids: Type.Array(UlidSchema, { minItems: 1, maxItems: TRACK_VIEWS_MAX_IDS }),
});
export type TrackViewsBody = Static<typeof TrackViewsBody>;
export const TrackLinkClickBody = Closed({ voucher_id: UlidSchema });
export type TrackLinkClickBody = Static<typeof TrackLinkClickBody>;
export const TrackedAnswer = Success({ tracked: Type.Integer() });
export type TrackedAnswer = Static<typeof TrackedAnswer>;
