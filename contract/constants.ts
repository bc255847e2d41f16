/**
 * Business constants that two contexts need, from the product specification unless marked
 * otherwise. Units are in the names: Ms, Bp (basis points), Coins.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

// Giveaways
export const PLATFORM_FEE_BP = 1_000;
/** The top sharers' part of the fee. */
export const SHARERS_POOL_BP = 5_000;
export const TOP_SHARERS = 10;
export const GIVEAWAY_MASKED_DIGITS = [4, 2] as const;
export const PAYMENT_MASKED_DIGITS = 3;
export const CODE_LENGTH = 13;
export const GIVEAWAY_MAX_DURATION_MS = 366 * DAY_MS;
export const LOTTERY_MAX_ENTRIES = 20;
export const LOTTERY_ENTRY_COST_COINS = 50;

// Who may guess
export const ACCOUNT_AGED_MS = 7 * DAY_MS;

// How often a network signs up and in
export const PACE_WINDOW_MS = 10 * MINUTE_MS;
/** A class of thirty signs up at once. */
export const SIGN_UPS_PER_WINDOW = 30;
/** Times the work of a new device: about a second of a cheap phone. */
export const PACE_WORK_MAX = 16;

// Coins
export const SHARE_REWARD_COINS = 50;
export const REFERRAL_SIGNUP_COINS = 50;
export const SHARE_PENDING_MS = DAY_MS;
export const SKIP_WAIT_COST_COINS = 50;
export const REWARDS_PAGE_SIZE = 20;

// Premium
export const PREMIUM_DAYS = 30;
export const PREMIUM_PRICE_MAJOR = { NGN: 1_000, GHS: 10, KES: 100, USD: 1 } as const;
/** A plan may be extended when at most this much is left. */
export const PREMIUM_EXTEND_WITHIN_DAYS = 25;
export const PREMIUM_REMINDER_DAYS = 3;

// Guessing and waiting
export const WAIT_MS = 90 * SECOND_MS;
export const PREMIUM_WAIT_MS = 10 * SECOND_MS;
export const RECEIPT_KEY_MS = 90 * DAY_MS;
export const GUESS_PAGE_SIZE = 20;

// What a creator sees and decides
export const ALLOWED_USERS_MAX_PER_CALL = 200;
export const ALLOWED_USERS_MAX = 5_000;
export const ALLOW_CALLS_MAX = 30;
export const ALLOW_CALLS_WINDOW_MS = HOUR_MS;
export const RECENT_GUESSES = 10;
export const GUESSES_CHUNK_ROWS = 500;

// The PIN
export const PIN_DIGITS = 6;
export const PIN_TRIES_MAX = 5;

// Avatars
export const AVATAR_SIDE_PX = 256;

// Lists
export const VOUCHER_PAGE_SIZE = 12;
export const FEATURED_MAX = 12;
export const TRANSACTION_PAGE_SIZE = 10;
export const MAX_PAGE_SIZE = 100;
/** Longer lists show no total. */
export const LIST_TOTAL_MAX = 1_000;

// Tracking
export const VIEW_WINDOW_MS = 12 * HOUR_MS;
export const LINK_CLICK_WINDOW_MS = 3 * HOUR_MS;
export const TRACK_VIEWS_MAX_IDS = 100;

// Proven devices and qualified visits
export const DEVICE_STEP_ITERATIONS = 5_000;
export const DEVICE_CHALLENGE_MS = 15 * MINUTE_MS;
/** Proven devices an hour in one network that raise its work by one unit. */
export const DEVICES_PER_WORK = 50;
export const DEVICES_WINDOW_MS = HOUR_MS;
export const DEVICE_WORK_MAX = 16;
export const VISIT_VISIBLE_MS = 2 * SECOND_MS;
/** With so many units of work a device counts like a verified account. */
export const STRONG_DEVICE_WORK = 4;
/** Above this share from one network, only verified accounts and strong devices count. */
export const NETWORK_SHARE_BP = 3_000;

// Risk of a guess, and work before it
export const RISK_YOUNG_MS = DAY_MS;
export const RISK_DEVICE_ACCOUNTS = 3;
export const DEVICE_GUESSERS_KEEP_MS = 30 * DAY_MS;
export const RISK_CROWD_WINDOW_MS = HOUR_MS;
/** Unverified accounts count with each guess, verified ones once. */
export const RISK_CROWD_SIZE = 10;
export const RISK_EVEN_GUESSES = 5;
export const RISK_EVEN_SPREAD_MS = 500;
/** After a digit was revealed. */
export const RISK_INSTANT_MS = SECOND_MS;
export const RISK_WEIGHTS = {
  young_account: 20,
  unverified: 30,
  crowded_device: 20,
  crowd: 30,
  even_cadence: 20,
  instant_answer: 20,
} as const;
export type RiskReason = keyof typeof RISK_WEIGHTS;
/** Higher scores require work. */
export const RISK_WORK_BOUND = 50;
/** A prize won with a higher score is put on hold. */
export const RISK_HOLD_BOUND = 60;
/** Units of a device's work at the first level, and the factor to the next. */
export const GUESS_WORK = 0.3;
export const GUESS_WORK_GROWTH = 4;
/** Newcomers above the crowd for one more level. */
export const GUESS_WORK_STEP = 2;
export const GUESS_WORK_LEVEL_MAX = 8;
export const GUESS_WORK_LEVEL_VERIFIED = 1;
export const VERIFIED_PER_DEVICE = 6;
export const GUESS_CHALLENGE_MS = 15 * MINUTE_MS;
export const GUESS_TIMEOUT_MS = 2 * MINUTE_MS;

// Prizes on hold
export const HOLD_MS = DAY_MS;
export const HOLD_BY_HAND_MS = 7 * DAY_MS;

// Polling and caches of the device
export const LIVE_VIEWS_POLL_MS = 15 * SECOND_MS;
export const CLOCK_TICK_MS = SECOND_MS;

/** Freshness of mirrored rows; stale ones are shown with their age. */
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
} as const;

export const RATES_LIVE_MS = 2 * HOUR_MS;

export const MIRROR_KEEP_MS = 30 * DAY_MS;

// Timeouts
export const SUBMIT_TIMEOUT_MS = 10 * SECOND_MS;
export const REQUEST_TIMEOUT_MS = 20 * SECOND_MS;
export const WORK_TIMEOUT_MS = 120 * SECOND_MS;
export const UPLOAD_TIMEOUT_MS = 120 * SECOND_MS;
/** The page waits longer for the data worker than that for the server. */
export const WORKER_MARGIN_MS = 5 * SECOND_MS;
export const UPLOAD_CALL_TIMEOUT_MS = UPLOAD_TIMEOUT_MS + WORKER_MARGIN_MS;

// Screens
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

// Sessions
export const SESSION_REMEMBER_MS = 30 * DAY_MS;
export const PASSWORD_MIN_CHARS = 8;
export const PASSWORD_MAX_CHARS = 128;
export const IDEMPOTENCY_KEEP_MS = 7 * DAY_MS;
/** First answers that are kept for one account. */
export const IDEMPOTENCY_MAX_KEYS = 5_000;

// ---- notifications (our own rules) -------------------------------------------------------------------
/** How long notifications are listed, and kept. */
export const NOTICES_KEEP_MS = 90 * DAY_MS;
/** More unread ones are not counted: the badge says so many and a plus. */
export const UNREAD_MAX = 99;
export const NOTICES_READ_MAX_IDS = 100;
/** Devices that saved no token for so long get nothing any more. */
export const PUSH_TOKEN_KEEP_MS = 60 * DAY_MS;
/** How long the offer of push messages stays away after it was put away. */
export const PUSH_OFFER_SUPPRESS_MS = 14 * DAY_MS;
export const PUSH_TOKEN_MAX_CHARS = 1024;

// ---- uploads (our own rules) -------------------------------------------------------------------------
export const COVER_IMAGE_MAX_BYTES = 5 * 1024 * 1024;
export const COVER_VIDEO_MAX_BYTES = 25 * 1024 * 1024;
/** What a picture of a good camera has; unpacked it is 96 MB. */
export const COVER_MAX_MEGAPIXELS = 24;
/** As many more bytes of a voucher's document, compressed; browsers take one that is far smaller for no picture. */
export const COVER_PREVIEW_MAX_BYTES = 850;

// ---- payments ------------------------------------------------------------------------------------------
/** A job asks about payments pending for longer than this, until they are this old; about failed ones as long again. */
export const RECONCILE_UNTIL_MS = DAY_MS;
/** Marks the address of a payer who was asked on the phone and may not have answered yet. */
export const PROMPT_PARAMETER = 'prompt';
/** How long webhooks are kept: payers and gateways have disputes for months. */
export const WEBHOOK_KEEP_MS = 90 * DAY_MS;
/** The most that one top-up may bring, major units of any currency (our own rule). */
export const TOPUP_MAX_MAJOR = 10_000_000;

/** Amounts that are one tap away where money is put in or taken out, major units (our own rule). */
export const QUICK_AMOUNTS_MAJOR = {
  NGN: [1_000, 2_000, 5_000, 10_000],
  GHS: [20, 50, 100, 200],
  KES: [200, 500, 1_000, 5_000],
  USD: [5, 10, 20, 50],
} as const;

// ---- withdrawals (our own rules) -----------------------------------------------------------------------
/** The least and the most that one withdrawal may take, major units; what is not here cannot be withdrawn. */
export const WITHDRAWAL_LIMITS_MAJOR = {
  NGN: { min: 100, max: 5_000_000 },
  GHS: { min: 5, max: 50_000 },
  KES: { min: 50, max: 250_000 },
} as const;

// ---- airtime and bills (our own rules) -----------------------------------------------------------------
/** Purchases of one person: far above what a person needs. */
export const PURCHASES_PER_HOUR = 30;
/** Amounts of airtime that are one tap away, major units. */
export const QUICK_AIRTIME_MAJOR = {
  NGN: [100, 200, 500, 1_000, 2_000, 5_000],
  GHS: [1, 2, 5, 10, 20, 50],
  KES: [20, 50, 100, 250, 500, 1_000],
} as const;
/** A bill that was paid so long ago is named again: most come once a month. */
export const BILL_REMINDER_AFTER_MS = 28 * DAY_MS;
// ---- exchange between one's own currencies (our own rules) ---------------------------------------------
/** For so long the rate that a person was told is theirs. */
export const EXCHANGE_QUOTE_MS = MINUTE_MS;
/** What the house keeps of an exchange. */
export const EXCHANGE_SPREAD_BP = 100;
/** With rates that were read longer ago nothing is exchanged. */
export const EXCHANGE_RATES_MAX_AGE_MS = 2 * DAY_MS;

// ---- payment vouchers ------------------------------------------------------------------------------------
/** Major units of any local currency, and of US dollars. */
export const PAYMENT_VOUCHER_MINIMUM_MAJOR = 10;
export const PAYMENT_VOUCHER_MINIMUM_USD = 0.5;
export const WALLET_FEE_MAJOR = 100;
/** The least that each part of a split holds, major units of any currency. */
export const SPLIT_MINIMUM_MAJOR = 10;
/** Wrong codes of one person or network in a window, after which no code is looked at. */
export const WRONG_CODES_MAX = 10;
/** Wrong codes of all people together in a window, past which each look-up takes longer (our own rule). */
export const WRONG_CODES_ALARM = 300;
export const WRONG_CODES_WINDOW_MS = 15 * MINUTE_MS;
export const RELEASE_CODE_DIGITS = 6;
export const RELEASE_CODE_MS = 10 * MINUTE_MS;
export const RELEASE_CODE_TRIES = 5;
