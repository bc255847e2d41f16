/**
 * Business constants and limits, each once. Units are in the names: Ms, Bp (basis points), Coins.
 * The numbers are the product specification's unless a comment says otherwise.
 */

import { DAY_MS, HOUR_MS, MINUTE_MS, SECOND_MS } from './durations.ts';

// ---- giveaways -----------------------------------------------------------------------------
export const PLATFORM_FEE_BP = 1_000;
/** What of the pool (the fee) the top sharers get. */
export const SHARERS_POOL_BP = 5_000;
export const TOP_SHARERS = 10;
export const GIVEAWAY_MASKED_DIGITS = [4, 2] as const;
export const PAYMENT_MASKED_DIGITS = 3;
export const CODE_LENGTH = 13;
/** How far ahead a digit may open, a lottery be drawn or a voucher end (our own rule). */
export const GIVEAWAY_MAX_DURATION_MS = 366 * DAY_MS;
export const LOTTERY_MAX_ENTRIES = 20;
export const LOTTERY_ENTRY_COST_COINS = 50;

// ---- who may guess (our own numbers) ---------------------------------------------------------
/** An account is old enough for the strictest rule this long after it was made. */
export const ACCOUNT_AGED_MS = 7 * DAY_MS;

// ---- how often a network signs up and in (our own numbers) ----------------------------------
/** So many of one address pass in this time without work; as many more make the work of each one larger. */
export const PACE_WINDOW_MS = 10 * MINUTE_MS;
/** A class of thirty signs up at once; a hundred and eighty an hour do one after the other. */
export const SIGN_UPS_PER_WINDOW = 30;
/** The most that the work grows to, times that of a new device: about a second of a cheap phone. */
export const PACE_WORK_MAX = 16;

// ---- points ----------------------------------------------------------------------------------
export const SHARE_REWARD_COINS = 50;
export const REFERRAL_SIGNUP_COINS = 50;
/** For so long an arrival of an unverified visitor is pending. */
export const SHARE_PENDING_MS = DAY_MS;
export const SKIP_WAIT_COST_COINS = 50;
/** People that a leaderboard names, and lines of a page of coins, guesses, people who joined and prizes (our own rules). */
export const REWARDS_PAGE_SIZE = 20;

// ---- premium -----------------------------------------------------------------------------------
export const PREMIUM_DAYS = 30;
/** What one plan costs, major units. */
export const PREMIUM_PRICE_MAJOR = { NGN: 1_000, GHS: 10, KES: 100, USD: 1 } as const;
/** A plan can be extended while no more than so many days of it are left: a second tap buys nothing (our own). */
export const PREMIUM_EXTEND_WITHIN_DAYS = 25;
/** From so many days before its end on, the app reminds of renewing (our own). */
export const PREMIUM_REMINDER_DAYS = 3;

// ---- guessing and waiting ----------------------------------------------------------------------
export const WAIT_MS = 90 * SECOND_MS;
export const PREMIUM_WAIT_MS = 10 * SECOND_MS;
/** For so long one key signs receipts of guesses. */
export const RECEIPT_KEY_MS = 90 * DAY_MS;
export const GUESS_PAGE_SIZE = 20;

// ---- what a creator sees and decides (our own rules) --------------------------------------------
export const ALLOWED_USERS_MAX_PER_CALL = 200;
export const ALLOWED_USERS_MAX = 5_000;
/** How often a creator may add people to a giveaway. */
export const ALLOW_CALLS_MAX = 30;
export const ALLOW_CALLS_WINDOW_MS = HOUR_MS;
export const RECENT_GUESSES = 10;
/** Guesses that are read at a time where all of a voucher's are needed: its file, the root over them. */
export const GUESSES_CHUNK_ROWS = 500;

// ---- the PIN (rules of our own) -------------------------------------------------------------------
export const PIN_DIGITS = 6;
/** So many wrong ones in a row lock it. */
export const PIN_TRIES_MAX = 5;

// ---- play limits (rules of our own) ----------------------------------------------------------
/** Width and height that a picture of a user is stored in. */
export const AVATAR_SIDE_PX = 256;

// ---- lists ---------------------------------------------------------------------------------------
export const VOUCHER_PAGE_SIZE = 12;
export const FEATURED_MAX = 12;
export const TRANSACTION_PAGE_SIZE = 10;
/** What a page has at most, so that one costs about the same for every caller and query. */
export const MAX_PAGE_SIZE = 100;
/** How far rows of a list are counted; a list that has more says what is known of it, page by page. */
export const LIST_TOTAL_MAX = 1_000;

// ---- tracking --------------------------------------------------------------------------------------
export const VIEW_WINDOW_MS = 12 * HOUR_MS;
export const LINK_CLICK_WINDOW_MS = 3 * HOUR_MS;
export const TRACK_VIEWS_MAX_IDS = 100;

// ---- proven devices and qualified visits (our own numbers) ------------------------------------------
/** PBKDF2 iterations of one step of a device's work. */
export const DEVICE_STEP_ITERATIONS = 5_000;
/** A challenge has to be solved within this. */
export const DEVICE_CHALLENGE_MS = 15 * MINUTE_MS;
/** So many devices that one network proved in the last hour make the next one's work as large again. */
export const DEVICES_PER_WORK = 50;
export const DEVICES_WINDOW_MS = HOUR_MS;
/** The most that the work of one device grows to, times that of a quiet network. */
export const DEVICE_WORK_MAX = 16;
/** A view or an arrival is reported once its page was visible for so long. */
export const VISIT_VISIBLE_MS = 2 * SECOND_MS;
/** How many times the work of a quiet network makes a device count as a verified account does. */
export const STRONG_DEVICE_WORK = 4;
/** Past this part of a threshold from one network only verified accounts and devices with more work count. */
export const NETWORK_SHARE_BP = 3_000;

// ---- what speaks against a guess, and work before it (our own numbers) ------------------------------
/** An account younger than this is young. */
export const RISK_YOUNG_MS = DAY_MS;
/** More accounts than these have guessed on one device. */
export const RISK_DEVICE_ACCOUNTS = 3;
/** For so long it is kept who guessed on a device, after their last guess there. */
export const DEVICE_GUESSERS_KEEP_MS = 30 * DAY_MS;
/** Newcomers, young or unverified accounts, are counted for so long, by voucher and network or link. */
export const RISK_CROWD_WINDOW_MS = HOUR_MS;
/** So many are a crowd. An unverified account counts with each guess, a verified one once. */
export const RISK_CROWD_SIZE = 10;
/** So many guesses of one person in a row, this one included, are too even when their pauses differ by less. */
export const RISK_EVEN_GUESSES = 5;
export const RISK_EVEN_SPREAD_MS = 500;
/** A guess so soon after a digit has opened is a program's. */
export const RISK_INSTANT_MS = SECOND_MS;
/** What each reason adds to a guess's score. */
export const RISK_WEIGHTS = {
  young_account: 20,
  unverified: 30,
  crowded_device: 20,
  crowd: 30,
  even_cadence: 20,
  instant_answer: 20,
} as const;
export type RiskReason = keyof typeof RISK_WEIGHTS;
/** A guess with a higher score than this takes work. */
export const RISK_WORK_BOUND = 50;
/** What is won with a higher score than this is held for a while before it can leave the wallet. */
export const RISK_HOLD_BOUND = 60;
/** The work of a guess at the first level, times that of a device, and how it grows from level to level. */
export const GUESS_WORK = 0.3;
export const GUESS_WORK_GROWTH = 4;
/** So many newcomers past a crowd make one level more. */
export const GUESS_WORK_STEP = 2;
export const GUESS_WORK_LEVEL_MAX = 8;
/** The highest level for verified people, as long as no more of them than this guess on their device. */
export const GUESS_WORK_LEVEL_VERIFIED = 1;
export const VERIFIED_PER_DEVICE = 6;
/** The work before a guess has to be done within this. */
export const GUESS_CHALLENGE_MS = 15 * MINUTE_MS;
/** With its work a guess is answered by then, or the data worker hangs. */
export const GUESS_TIMEOUT_MS = 2 * MINUTE_MS;

// ---- prizes that are held (our own numbers) ------------------------------------------------------------
/** How long a prize that was won by a guess past `RISK_HOLD_BOUND` may be played with and not leave. */
export const HOLD_MS = DAY_MS;
/** The same of a prize that an administrator holds: long enough to ask people and to hear from them. */
export const HOLD_BY_HAND_MS = 7 * DAY_MS;

// ---- polling and caches of the device ------------------------------------------------------------
export const LIVE_VIEWS_POLL_MS = 15 * SECOND_MS;
export const CLOCK_TICK_MS = SECOND_MS;

/** How long a mirrored row counts as fresh. Stale rows are still shown, with their age, while offline. */
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

/** Rates that were read longer ago are the last ones known, and no longer live (our own rule). */
export const RATES_LIVE_MS = 2 * HOUR_MS;

/** Mirrored rows older than this are evicted. */
export const MIRROR_KEEP_MS = 30 * DAY_MS;

// ---- time-outs -------------------------------------------------------------------------------------
export const SUBMIT_TIMEOUT_MS = 10 * SECOND_MS;
export const REQUEST_TIMEOUT_MS = 20 * SECOND_MS;
/** A call before which the server may ask for work, on a cheap phone behind a busy address. */
export const WORK_TIMEOUT_MS = 120 * SECOND_MS;
export const UPLOAD_TIMEOUT_MS = 120 * SECOND_MS;
/** The page waits so much longer for the data worker than that waits for the server. */
export const WORKER_MARGIN_MS = 5 * SECOND_MS;
export const UPLOAD_CALL_TIMEOUT_MS = UPLOAD_TIMEOUT_MS + WORKER_MARGIN_MS;

// ---- what a person sees ------------------------------------------------------------------------------
export const TOAST_MS = 2 * SECOND_MS;
export const INSTALL_SUPPRESS_MS = 3 * DAY_MS;
export const REDEEM_CLOSE_MS = 2 * SECOND_MS;
export const REDEEM_REFETCH_MS = 500;
export const VERIFIED_REDIRECT_MS = 3 * SECOND_MS;
export const LOGIN_REDIRECT_MS = 2 * SECOND_MS;
/** After a voucher was paid from the wallet, to the list of one's vouchers. */
export const WALLET_PAID_REDIRECT_MS = 2 * SECOND_MS;
export const OVERLAY_HIDE_MS = 6 * SECOND_MS;
export const WRONG_GUESS_MS = SECOND_MS;
export const CONFETTI_MS = 3 * SECOND_MS;
export const REFRESH_MIN_DISPLAY_MS = 800;
export const MOBILE_MAX_PX = 768;
export const TOKEN_PREVIEW_CHARS = 10;

// ---- sessions and credentials (our own rules) ------------------------------------------------------
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
