/** `demo` coins do not count on the leaderboard. */
export const COIN_REASONS = [
  'share',
  'referral_signup',
  'skip_wait',
  'lottery_entry',
  'demo',
] as const;
export type CoinReason = (typeof COIN_REASONS)[number];

/** Weeks begin on Monday, UTC. */
export const PERIODS = ['week', 'month', 'all'] as const;
export type Period = (typeof PERIODS)[number];
