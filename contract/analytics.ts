import { Type, type Static } from 'typebox';

import { Closed, Nullable, Success, Text } from './common.ts';
import { ALLOWED_USERS_MAX_PER_CALL } from './constants.ts';
import { VoucherSchema } from './vouchers.ts';

/** What may be asked for of a lottery's entries, since apps of before did; a page has `MAX_PAGE_SIZE` all the same. */
const ENTRIES_ASKED_MAX = 1_000;

/** What people see behind a voucher: its entries, its creator's analytics, and who may guess on it. */

/** One entry into a lottery, as every visitor may see it. */
export const LotteryGuessSchema = Type.Object({
  id: Type.Integer(),
  /** The receipt of its player: later entries have higher ones. */
  number: Type.Integer(),
  user_id: Type.Integer(),
  username: Type.String(),
  avatar: Nullable(Type.String()),
  /** With `*` where the voucher's own digit is hidden; the whole code once the lottery is drawn. */
  guess_code: Type.String(),
  created_at: Type.String(),
});
export type LotteryGuess = Static<typeof LotteryGuessSchema>;

const PaginationSchema = Type.Object({
  current_page: Type.Integer(),
  last_page: Type.Integer(),
  per_page: Type.Integer(),
  total: Type.Integer(),
  has_more_pages: Type.Boolean(),
  next_page_url: Nullable(Type.String()),
  prev_page_url: Nullable(Type.String()),
});

/** GET /vouchers/{ulid}/guesses: of a lottery, newest first */
export const GuessesQuery = Closed({
  page: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000 })),
  per_page: Type.Optional(Type.Integer({ minimum: 1, maximum: ENTRIES_ASKED_MAX })),
});
export type GuessesQuery = Static<typeof GuessesQuery>;
export const GuessesAnswer = Success({
  guesses: Type.Array(LotteryGuessSchema),
  pagination: PaginationSchema,
  total_guesses: Type.Integer(),
});
export type GuessesAnswer = Static<typeof GuessesAnswer>;

/** A guess as a voucher's creator sees it. */
const RecentGuessSchema = Type.Object({
  user: Type.Object({ username: Type.String(), avatar: Nullable(Type.String()) }),
  /** null in a lottery that is not drawn yet: until then it is secret which entry is right. */
  is_correct: Nullable(Type.Boolean()),
  created_at: Type.String(),
});

/** Rates are percentages with at most one decimal; 0 where there is nothing to divide by. */
export const AnalyticsSchema = Type.Object({
  total_views: Type.Integer(),
  link_clicks: Type.Integer(),
  /** Visits and clicks that count for nothing else, e.g. of devices that have proven nothing. */
  uncounted_views: Type.Integer(),
  uncounted_clicks: Type.Integer(),
  total_guesses: Type.Integer(),
  unique_participants: Type.Integer(),
  /** Proven devices and networks that were guessed from; far fewer than people look like a farm. */
  unique_devices: Type.Integer(),
  unique_networks: Type.Integer(),
  /** null in a lottery that is not drawn yet. */
  correct_guesses: Nullable(Type.Integer()),
  /** Guesses by views. */
  engagement_rate: Type.Number(),
  /** Views by link: clicks by views. */
  click_through_rate: Type.Number(),
  /** Correct guesses by all; null in a lottery that is not drawn yet. */
  guess_success_rate: Nullable(Type.Number()),
  /** Views by guesses, the N of N:1, with at most one decimal. */
  view_to_guess_ratio: Type.Number(),
  /** Days as the creator's region counts them, oldest first; a day without a guess is left out. */
  guesses_by_day: Type.Array(Type.Object({ date: Type.String(), count: Type.Integer() })),
  timezone: Type.String(),
  /** The last ones, newest first. */
  recent_guesses: Type.Array(RecentGuessSchema),
});
export type Analytics = Static<typeof AnalyticsSchema>;

/** GET /vouchers/analytics/{id}: the creator's alone */
export const VoucherAnalyticsSchema = Type.Object({
  ...VoucherSchema.properties,
  analytics: AnalyticsSchema,
});
export type VoucherAnalytics = Static<typeof VoucherAnalyticsSchema>;
export const AnalyticsAnswer = Success({
  message: Type.String(),
  data: VoucherAnalyticsSchema,
});
export type AnalyticsAnswer = Static<typeof AnalyticsAnswer>;

/** A person who may guess on a private giveaway, whether there is such a user or not. */
export const AllowedUserSchema = Type.Object({
  /** A number of this list, not a user's. */
  id: Type.Integer(),
  /** The username or e-mail address that the creator wrote. */
  username: Type.String(),
  /** Always null: a picture would tell that there is such a user. */
  avatar: Nullable(Type.String()),
  added_at: Type.String(),
});
export type AllowedUser = Static<typeof AllowedUserSchema>;

/** POST /vouchers/{ulid}/allowed-users: usernames, with or without an @ before them, or e-mail addresses */
export const AllowUsersBody = Closed({
  users: Type.Array(Text(1, 254), { minItems: 1, maxItems: ALLOWED_USERS_MAX_PER_CALL }),
});
export type AllowUsersBody = Static<typeof AllowUsersBody>;
/** DELETE /vouchers/{ulid}/allowed-users: `id`s of the list */
export const DisallowUsersBody = Closed({
  user_ids: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
    minItems: 1,
    maxItems: ALLOWED_USERS_MAX_PER_CALL,
  }),
});
export type DisallowUsersBody = Static<typeof DisallowUsersBody>;
/** GET, POST and DELETE /vouchers/{ulid}/allowed-users: all who are allowed after it, last added first */
export const AllowedUsersAnswer = Success({
  data: Type.Array(AllowedUserSchema),
  /** Names sent that no user can have, or the caller's own, as they were sent. */
  not_found: Type.Array(Type.String()),
});
export type AllowedUsersAnswer = Static<typeof AllowedUsersAnswer>;
