import { Type, type Static } from 'typebox';

import { Closed, Nullable, Success, Text } from './common.ts';
import { ALLOWED_USERS_MAX_PER_CALL } from './constants.ts';
import { VoucherSchema } from './vouchers.ts';

const ENTRIES_ASKED_MAX = 1_000;

export const LotteryGuessSchema = Type.Object({
  id: Type.Integer(),
  number: Type.Integer(),
  user_id: Type.Integer(),
  username: Type.String(),
  avatar: Nullable(Type.String()),
  /** Hidden digits are `*` until the lottery is drawn. */
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

const RecentGuessSchema = Type.Object({
  user: Type.Object({ username: Type.String(), avatar: Nullable(Type.String()) }),
  /** null in a lottery until the draw. */
  is_correct: Nullable(Type.Boolean()),
  created_at: Type.String(),
});

/** Rates are percentages with at most one decimal, and 0 when the divisor is 0. */
export const AnalyticsSchema = Type.Object({
  total_views: Type.Integer(),
  link_clicks: Type.Integer(),
  uncounted_views: Type.Integer(),
  uncounted_clicks: Type.Integer(),
  total_guesses: Type.Integer(),
  unique_participants: Type.Integer(),
  /** A number far below the players suggests one person with many accounts. */
  unique_devices: Type.Integer(),
  unique_networks: Type.Integer(),
  correct_guesses: Nullable(Type.Integer()),
  engagement_rate: Type.Number(),
  click_through_rate: Type.Number(),
  guess_success_rate: Nullable(Type.Number()),
  view_to_guess_ratio: Type.Number(),
  /** Days are in the creator's time zone, oldest first, without empty days. */
  guesses_by_day: Type.Array(Type.Object({ date: Type.String(), count: Type.Integer() })),
  timezone: Type.String(),
  recent_guesses: Type.Array(RecentGuessSchema),
});
export type Analytics = Static<typeof AnalyticsSchema>;

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

export const AllowedUserSchema = Type.Object({
  id: Type.Integer(),
  username: Type.String(),
  /** Always null, so that it does not reveal whether the user exists. */
  avatar: Nullable(Type.String()),
  added_at: Type.String(),
});
export type AllowedUser = Static<typeof AllowedUserSchema>;

export const AllowUsersBody = Closed({
  users: Type.Array(Text(1, 254), { minItems: 1, maxItems: ALLOWED_USERS_MAX_PER_CALL }),
});
export type AllowUsersBody = Static<typeof AllowUsersBody>;
export const DisallowUsersBody = Closed({
  user_ids: Type.Array(Type.Integer({ minimum: 1, maximum: 2_147_483_647 }), {
    minItems: 1,
    maxItems: ALLOWED_USERS_MAX_PER_CALL,
  }),
});
export type DisallowUsersBody = Static<typeof DisallowUsersBody>;
export const AllowedUsersAnswer = Success({
  data: Type.Array(AllowedUserSchema),
  not_found: Type.Array(Type.String()),
});
export type AllowedUsersAnswer = Static<typeof AllowedUsersAnswer>;
