/** Why coins moved. Those that earn count on the leaderboard; `demo` was planted and does not. */
export const COIN_REASONS = [
  'share',
  'referral_signup',
  'skip_wait',
  'lottery_entry',
  'demo',
] as const;
export type CoinReason = (typeof COIN_REASONS)[number];

/** Over what a leaderboard ranks: this week from Monday and this month, in UTC, or all time. */
export const PERIODS = ['week', 'month', 'all'] as const;
export type Period = (typeof PERIODS)[number];
