/** Constants of the product specification that two or more contexts need; Bp is basis points. */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

export const PLATFORM_FEE_BP = 1_000;
export const SHARERS_POOL_BP = 5_000;
export const TOP_SHARERS = 10;
export const GIVEAWAY_MASKED_DIGITS = [4, 2] as const;
export const PAYMENT_MASKED_DIGITS = 3;
export const CODE_LENGTH = 13;
export const GIVEAWAY_MAX_DURATION_MS = 366 * DAY_MS;
/** How far ahead a giveaway may start. */
export const GIVEAWAY_START_MAX_MS = 30 * DAY_MS;
export const LOTTERY_MAX_ENTRIES = 20;
export const LOTTERY_ENTRY_COST_COINS = 50;

export const ACCOUNT_AGED_MS = 7 * DAY_MS;

export const PACE_WINDOW_MS = 10 * MINUTE_MS;
/** A class of thirty students can sign up at once. */
export const SIGN_UPS_PER_WINDOW = 30;
export const PACE_WORK_MAX = 16;

export const SHARE_REWARD_COINS = 50;
export const REFERRAL_SIGNUP_COINS = 50;
export const SHARE_PENDING_MS = DAY_MS;
export const SKIP_WAIT_COST_COINS = 50;
export const REWARDS_PAGE_SIZE = 20;

export const PREMIUM_DAYS = 30;
export const PREMIUM_PRICE_MAJOR = { NGN: 1_000, GHS: 10, KES: 100, USD: 1 } as const;
export const PREMIUM_EXTEND_WITHIN_DAYS = 25;
export const PREMIUM_REMINDER_DAYS = 3;

export const WAIT_MS = 90 * SECOND_MS;
export const PREMIUM_WAIT_MS = 10 * SECOND_MS;
export const GUESS_PAGE_SIZE = 20;
/** Own guesses in a voucher's answer; more than a lottery takes from one person. */
export const OWN_GUESSES_SHOWN = 50;

export const ALLOWED_USERS_MAX_PER_CALL = 200;

export const PIN_DIGITS = 6;
export const PIN_TRIES_MAX = 5;

/** How long one may take to log in with a passkey. */
export const PASSKEY_LOGIN_MS = 15 * MINUTE_MS;

/** Of the code beside the link in a verification mail. */
export const VERIFY_CODE_DIGITS = 6;
export const VERIFY_CODE_MS = 30 * MINUTE_MS;
export const VERIFY_CODE_TRIES = 5;

export const AVATAR_SIDE_PX = 256;

export const VOUCHER_PAGE_SIZE = 12;
export const FEATURED_MAX = 12;
export const FOLLOWED_MAX = 20;
export const TRANSACTION_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
export const LIST_TOTAL_MAX = 1_000;

export const VIEW_WINDOW_MS = 12 * HOUR_MS;
export const LINK_CLICK_WINDOW_MS = 3 * HOUR_MS;
export const TRACK_VIEWS_MAX_IDS = 100;

export const DEVICE_CHALLENGE_MS = 15 * MINUTE_MS;
export const VISIT_VISIBLE_MS = 2 * SECOND_MS;

export const DEVICE_GUESSERS_KEEP_MS = 30 * DAY_MS;
export const RISK_WEIGHTS = {
  young_account: 20,
  unverified: 30,
  crowded_device: 20,
  crowd: 30,
  even_cadence: 20,
  instant_answer: 20,
} as const;
export type RiskReason = keyof typeof RISK_WEIGHTS;
export const GUESS_WORK_LEVEL_MAX = 8;
export const GUESS_TIMEOUT_MS = 2 * MINUTE_MS;

export const HOLD_MS = DAY_MS;
export const HOLD_BY_HAND_MS = 7 * DAY_MS;

/** Longer than merchants in Nigeria have to answer a chargeback: 16 working hours at Paystack. */
export const CARD_HOLD_MS = DAY_MS;
/** Within it, by the rule of Nigeria's central bank, a disputed card payment on the web has to be decided. */
export const FIRST_CARD_HOLD_MS = 3 * DAY_MS;
/** An account's first payments by card, which are held for longer: a stolen card is noticed after them. */
export const FIRST_CARD_PAYMENTS = 3;

export const LIVE_VIEWS_POLL_MS = 15 * SECOND_MS;
/** Vouchers that one stream follows. */
export const STREAM_VOUCHERS_MAX = 20;
export const CLOCK_TICK_MS = SECOND_MS;

export const TTL_MS = {
  regions: DAY_MS,
  detectRegion: 15 * MINUTE_MS,
  rates: 5 * MINUTE_MS,
  user: 5 * MINUTE_MS,
  vouchers: 30 * SECOND_MS,
  featured: MINUTE_MS,
  wallets: 30 * SECOND_MS,
  transactions: 30 * SECOND_MS,
  sharers: 30 * SECOND_MS,
  answers: 30 * SECOND_MS,
  cases: 5 * MINUTE_MS,
} as const;

export const RATES_LIVE_MS = 2 * HOUR_MS;

export const MIRROR_KEEP_MS = 30 * DAY_MS;

export const SUBMIT_TIMEOUT_MS = 10 * SECOND_MS;
export const REQUEST_TIMEOUT_MS = 20 * SECOND_MS;
export const WORK_TIMEOUT_MS = 120 * SECOND_MS;
export const UPLOAD_TIMEOUT_MS = 120 * SECOND_MS;
/** The page must wait longer for the data worker than the worker waits for the server. */
export const WORKER_MARGIN_MS = 5 * SECOND_MS;
export const UPLOAD_CALL_TIMEOUT_MS = UPLOAD_TIMEOUT_MS + WORKER_MARGIN_MS;

export const TOAST_MS = 2 * SECOND_MS;
export const INSTALL_SUPPRESS_MS = 3 * DAY_MS;
export const REDEEM_CLOSE_MS = 2 * SECOND_MS;
export const REDEEM_REFETCH_MS = 500;
export const VERIFIED_REDIRECT_MS = 3 * SECOND_MS;
export const LOGIN_REDIRECT_MS = 2 * SECOND_MS;
export const WALLET_PAID_REDIRECT_MS = 2 * SECOND_MS;
export const OVERLAY_HIDE_MS = 6 * SECOND_MS;
export const WRONG_GUESS_MS = SECOND_MS;
export const CONFETTI_MS = 3 * SECOND_MS;
export const REFRESH_MIN_DISPLAY_MS = 800;
export const MOBILE_MAX_PX = 768;
export const TOKEN_PREVIEW_CHARS = 10;

export const SESSION_REMEMBER_MS = 30 * DAY_MS;
export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 128;
export const IDEMPOTENCY_KEEP_MS = 7 * DAY_MS;
export const IDEMPOTENCY_MAX_KEYS = 5_000;

export const NOTICES_KEEP_MS = 90 * DAY_MS;
export const UNREAD_MAX = 99;
export const NOTICES_READ_MAX_IDS = 100;
export const PUSH_TOKEN_KEEP_MS = 60 * DAY_MS;
export const PUSH_OFFER_SUPPRESS_MS = 14 * DAY_MS;
export const PUSH_TOKEN_MAX_CHARS = 1024;

export const COVER_IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const COVER_VIDEO_MAX_BYTES = 25 * 1024 * 1024;
/** A decoded picture of this size uses 96 MB of memory. */
export const COVER_MAX_MEGAPIXELS = 24;

/** A job checks pending payments until this age, and failed payments for the same time again. */
export const RECONCILE_UNTIL_MS = DAY_MS;
/** Marks the address of a payer who may not have answered the prompt on the phone. */
export const PROMPT_PARAMETER = 'prompt';
/** Payers and gateways can open disputes for months. */
export const WEBHOOK_KEEP_MS = 90 * DAY_MS;
export const TOPUP_MAX_MAJOR = 10_000_000;

export const QUICK_AMOUNTS_MAJOR = {
  NGN: [1_000, 2_000, 5_000, 10_000],
  GHS: [20, 50, 100, 200],
  KES: [200, 500, 1_000, 5_000],
  USD: [5, 10, 20, 50],
} as const;

export const WITHDRAWAL_LIMITS_MAJOR = {
  NGN: { min: 100, max: 5_000_000 },
  GHS: { min: 5, max: 25_000 },
  KES: { min: 50, max: 250_000 },
} as const;

/** A purchase or withdrawal is delivered or refunded until this age. */
export const REFUND_BY_MS = DAY_MS;
export const PURCHASES_PER_HOUR = 30;
export const QUICK_AIRTIME_MAJOR = {
  NGN: [100, 200, 500, 1_000, 2_000, 5_000],
  GHS: [1, 2, 5, 10, 20, 50],
  KES: [20, 50, 100, 250, 500, 1_000],
} as const;
export const BILL_REMINDER_AFTER_MS = 28 * DAY_MS;
export const EXCHANGE_QUOTE_MS = MINUTE_MS;
export const EXCHANGE_SPREAD_BP = 100;
export const EXCHANGE_RATES_MAX_AGE_MS = 2 * DAY_MS;

export const PAYMENT_VOUCHER_MINIMUM_MAJOR = 10;
export const PAYMENT_VOUCHER_MINIMUM_USD = 0.5;
export const WALLET_FEE_MAJOR = 100;
export const SPLIT_MINIMUM_MAJOR = 10;
/** Per user or network in the window; then the server checks no code. */
export const WRONG_CODES_MAX = 10;
export const WRONG_CODES_WINDOW_MS = 15 * MINUTE_MS;
export const RELEASE_CODE_DIGITS = 6;
export const RELEASE_CODE_MS = 10 * MINUTE_MS;
export const RELEASE_CODE_TRIES = 5;

export const CASE_TEXT_MAX_CHARS = 1_000;
/** A report is answered within this time, and so is each later message. */
export const CASE_ANSWER_MS = DAY_MS;
export const CASE_DECIDE_MS = 14 * DAY_MS;
/** Undecided cases that one user may have. */
export const CASES_OPEN_MAX = 10;
export const CASES_PAGE_SIZE = 50;
