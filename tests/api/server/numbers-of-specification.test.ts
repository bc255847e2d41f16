import { readFileSync } from 'node:fs';

import { describe, expect, it } from 'vitest';

import * as constants from '../../../contract/constants.ts';
import {
  DEFAULT_REGION,
  FALLBACK_FROM_USD,
  FALLBACK_TO_USD,
  REGION_KEYS,
  REGIONS,
} from '../../../contract/region-table.ts';
import { pointsBadge } from '../../../src/app/shell/points-badge.ts';
import { formatMoney } from '../../../src/ui/text/format-money.ts';
import { shortReference } from '../../../src/ui/text/format-text.ts';
import { relativeTime } from '../../../src/ui/text/format-time.ts';
import { readProduct } from '../../fixtures/source-texts.ts';

const { TTL_MS, ...NUMBERS } = constants;
const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/**
 * Every number of the specification (spec 9) that is a constant of `contract/constants.ts`, each once: what it is, the
 * constants, their values.
 */
const ROWS: readonly (readonly [
  item: string,
  values: Partial<Record<keyof typeof NUMBERS, unknown>>,
])[] = [
  [
    'minimum of a payment voucher',
    { PAYMENT_VOUCHER_MINIMUM_MAJOR: 10, PAYMENT_VOUCHER_MINIMUM_USD: 0.5 },
  ],
  ['balance that paying from the wallet takes', { WALLET_RESERVE_MAJOR: 500 }],
  ['fee of paying from the wallet', { WALLET_FEE_MAJOR: 100 }],
  ['minimum of a part of a split', { SPLIT_MINIMUM_MAJOR: 10 }],
  ['hidden digits of payment vouchers', { PAYMENT_MASKED_DIGITS: 3 }],
  ['hidden digits of giveaways', { GIVEAWAY_MASKED_DIGITS: [4, 2] }],
  ['length of a code', { CODE_LENGTH: 13 }],
  ['platform fee', { PLATFORM_FEE_BP: 1_000 }],
  ['top sharers', { TOP_SHARERS: 10, SHARERS_POOL_BP: 5_000 }],
  ['reward of a share', { SHARE_REWARD_COINS: 50 }],
  ['wait after a wrong guess', { DEFAULT_WAIT_SECONDS: 90, WAIT_MS: 90 * SECOND }],
  // The same for all reads of the data worker, so also for how often the user is refreshed.
  ['de-duplication of reads', { VOUCHER_FETCH_DEDUPE_MS: 2 * SECOND }],
  ['a view is sent again', { VIEW_WINDOW_MS: 43_200_000 }],
  ['a click is sent again', { LINK_CLICK_WINDOW_MS: 3 * HOUR }],
  ['lock of detecting the region', { DETECT_LOCK_MS: 2 * SECOND }],
  [
    'polling of views',
    { VIEWS_POLL_MS: 5 * SECOND, LIVE_VIEWS_POLL_MS: 15 * SECOND, CLOCK_TICK_MS: SECOND },
  ],
  ['page of guesses', { GUESS_PAGE_SIZE: 20, PAGER_BUTTONS: 5 }],
  ['page of transactions', { TRANSACTION_PAGE_SIZE: 10, REFRESH_MIN_DISPLAY_MS: 800 }],
  ['points badge', { POINTS_BADGE_MAX: 99_999 }],
  [
    'toasts',
    {
      TOAST_MS: 2 * SECOND,
      SUCCESS_NOTIFICATION_MS: 5_000,
      ERROR_NOTIFICATION_MS: 8_000,
      IN_APP_NOTIFICATION_MS: 5 * SECOND,
    },
  ],
  ['prompt to install after it was dismissed', { INSTALL_SUPPRESS_MS: 259_200_000 }],
  ['redeem modal after success', { REDEEM_CLOSE_MS: 2 * SECOND, REDEEM_REFETCH_MS: 500 }],
  [
    'redirects',
    {
      VERIFIED_REDIRECT_MS: 3 * SECOND,
      LOGIN_REDIRECT_MS: 2 * SECOND,
      WALLET_PAID_REDIRECT_MS: 2 * SECOND,
    },
  ],
  ['a push token is saved again', { PUSH_RESAVE_MS: 604_800_000 }],
  ['input over the cover', { OVERLAY_HIDE_MS: 6 * SECOND }],
  ['confetti', { CONFETTI_MS: 3 * SECOND }],
  ['pull to refresh', { PULL_THRESHOLD_PX: 80, PULL_MAX_PX: 100 }],
  ['breakpoint of phones', { MOBILE_MAX_PX: 768 }],
  ['time-out of submitting and of setting the region', { SUBMIT_TIMEOUT_MS: 10 * SECOND }],
  ['references', { REFERENCE_SHORT_CHARS: 8, REFERENCE_SHORT_ABOVE: 12 }],
  ['preview of a token', { TOKEN_PREVIEW_CHARS: 10 }],
];

/** The same of our own rules about money and access: other tests count from the constants, whatever they are. */
const OWN_ROWS: typeof ROWS = [
  ['entries into a lottery', { LOTTERY_MAX_ENTRIES: 20, LOTTERY_ENTRY_COST_COINS: 50 }],
  ['shorter waits', { SKIP_WAIT_COST_COINS: 50, PREMIUM_WAIT_MS: 10 * SECOND }],
  ['premium', { PREMIUM_DAYS: 30, PREMIUM_PRICE_MAJOR: { NGN: 1_000, GHS: 10, KES: 100, USD: 1 } }],
  ['coins for friends', { REFERRAL_SIGNUP_COINS: 50, SHARE_PENDING_MS: DAY }],
  ['PIN', { PIN_DIGITS: 6, PIN_TRIES_MAX: 5, PIN_LOCK_MS: HOUR }],
  ['exchange', { EXCHANGE_QUOTE_MS: MINUTE, EXCHANGE_SPREAD_BP: 100 }],
  [
    'withdrawals',
    {
      WITHDRAWAL_LIMITS_MAJOR: {
        NGN: { min: 100, max: 5_000_000 },
        GHS: { min: 5, max: 50_000 },
        KES: { min: 50, max: 250_000 },
      },
    },
  ],
  ['wrong codes', { WRONG_CODES_MAX: 10, WRONG_CODES_WINDOW_MS: 15 * MINUTE }],
  [
    'release codes',
    { RELEASE_CODE_DIGITS: 6, RELEASE_CODE_MS: 10 * MINUTE, RELEASE_CODE_TRIES: 5 },
  ],
  ['first answers', { IDEMPOTENCY_KEEP_MS: 7 * DAY }],
  ['sessions', { SESSION_MS: DAY, SESSION_REMEMBER_MS: 30 * DAY }],
  ['passwords', { PASSWORD_MIN_CHARS: 8 }],
  ['who may guess', { VERIFIED_FROM_MINIMUMS: 20, ACCOUNT_AGED_MS: 7 * DAY }],
  [
    'visits that count',
    { VISIT_VISIBLE_MS: 2 * SECOND, NETWORK_SHARE_BP: 3_000, STRONG_DEVICE_WORK: 4 },
  ],
  ['work of a device', { DEVICES_PER_WORK: 50, DEVICES_WINDOW_MS: HOUR, DEVICE_WORK_MAX: 16 }],
  [
    'what speaks against a guess',
    {
      RISK_YOUNG_MS: DAY,
      RISK_DEVICE_ACCOUNTS: 3,
      RISK_CROWD_SIZE: 10,
      RISK_CROWD_WINDOW_MS: HOUR,
      RISK_EVEN_GUESSES: 5,
      RISK_EVEN_SPREAD_MS: 500,
      RISK_INSTANT_MS: SECOND,
      RISK_WEIGHTS: {
        young_account: 20,
        unverified: 30,
        crowded_device: 20,
        crowd: 30,
        even_cadence: 20,
        instant_answer: 20,
      },
    },
  ],
  [
    'work before a guess',
    {
      RISK_WORK_BOUND: 50,
      GUESS_WORK: 0.3,
      GUESS_WORK_GROWTH: 4,
      GUESS_WORK_STEP: 2,
      GUESS_WORK_LEVEL_VERIFIED: 1,
      VERIFIED_PER_DEVICE: 6,
    },
  ],
  ['held prizes', { RISK_HOLD_BOUND: 60, HOLD_MS: DAY, HOLD_BY_HAND_MS: 7 * DAY }],
];

const product = [...readProduct()].filter(([file]) => file !== 'contract/constants.ts');

const readFirebase = (part: string): string =>
  readFileSync(
    new URL(`../../../node_modules/@firebase/${part}/dist/esm/index.esm.js`, import.meta.url),
    'utf8',
  );

/** Files that do more with a name than to import it. */
const usersOf = (name: string): string[] =>
  product
    .filter(([, code]) => (code.match(new RegExp(String.raw`\b${name}\b`, 'g')) ?? []).length > 1)
    .map(([file]) => file);

describe.each([...ROWS, ...OWN_ROWS])('%s', (_, values) => {
  it.each(Object.entries(values))('%s is %s, and something goes by it', (name, value) => {
    expect(NUMBERS[name as keyof typeof NUMBERS]).toEqual(value);
    expect(usersOf(name)).not.toEqual([]);
  });
});

describe('how long what was read counts as fresh', () => {
  it.each([
    ['regions', 86_400_000],
    // Its row has the user's region, which the app asks nowhere else: this is the cache of that and of its API.
    ['user', 5 * MINUTE],
    ['detectRegion', 15 * MINUTE],
    ['rates', 5 * MINUTE],
  ] as const)('%s: %s ms, and a read goes by it', (name, ms) => {
    expect(TTL_MS[name]).toBe(ms);
    const users = product.filter(([, code]) => code.includes(`ttlMs: TTL_MS.${name}`));
    expect(users).not.toEqual([]);
  });
});

describe('what Firebase keeps for a push token', () => {
  it.each([
    ['a registration that takes 10 s is stale', 'PENDING_TIMEOUT_MS = 10000;'],
    ['an access token of the last hour is expiring', 'TOKEN_EXPIRATION_BUFFER = 60 * 60 * 1000;'],
  ])('%s', (_, line) => {
    // The numbers are the library's own, so its code has to be the one that gets the token.
    expect(readFirebase('installations')).toContain(`const ${line}`);
    expect(readFirebase('messaging')).toContain("from '@firebase/installations'");
    const users = product.filter(([, code]) => code.includes("from 'firebase/messaging'"));
    expect(users).not.toEqual([]);
  });
});

describe('regions and rates', () => {
  it('are three, Nigeria by default, each with its minimum', () => {
    expect(REGION_KEYS).toEqual(['nigeria', 'ghana', 'kenya']);
    expect([DEFAULT_REGION, REGIONS[DEFAULT_REGION].currency]).toEqual(['nigeria', 'NGN']);
    expect(REGION_KEYS.map((key) => REGIONS[key].voucher_minimum)).toEqual([100, 10, 100]);
    for (const name of ['DEFAULT_REGION', 'REGION_KEYS', 'voucher_minimum'])
      expect(usersOf(name), name).not.toEqual([]);
  });

  it('have rates built in', () => {
    expect(FALLBACK_TO_USD).toMatchObject({ NGN: 0.00066, GHS: 0.07, KES: 0.0078 });
    expect(FALLBACK_FROM_USD).toMatchObject({ NGN: 1520, GHS: 14.29, KES: 128.21 });
    for (const name of ['FALLBACK_TO_USD', 'FALLBACK_FROM_USD'])
      expect(usersOf(name), name).toContain('contract/rates.ts');
  });
});

describe('what people read', () => {
  it('references are cut to 8 characters when they are longer than 12', () => {
    expect(shortReference('GDT-12345678')).toBe('GDT-12345678');
    expect(shortReference('GDT-123456789')).toBe('GDT-1234…');
  });

  it('the points badge has the first five digits when there are more', () => {
    expect(pointsBadge(99_999)).toBe('99,999');
    expect(pointsBadge(1_234_567)).toBe('12345');
  });

  it('money has no decimals', () => {
    expect(formatMoney(1_234_567, 'NGN')).toBe('₦1,234,567');
  });

  it('times are relative for a day', () => {
    const now = new Date('2026-11-02T09:00:00Z');
    const before = (ms: number) => relativeTime(new Date(now.getTime() - ms), now);
    expect(before(MINUTE - 1)).toBe('Just now');
    expect(before(MINUTE)).toBe('1 minute ago');
    expect(before(2 * HOUR)).toBe('2 hours ago');
    expect(before(24 * HOUR)).toBe('1 Nov 2026');
  });

  it('the splash screen stays for 2.5 s', () => {
    const file = new URL('../../../src/app/shell/splash.module.css', import.meta.url);
    const css = readFileSync(file, 'utf8');
    expect(css).toContain('--splash-time: 2.5s;');
    expect(css).toMatch(/animation: leave [^;]*var\(--splash-time\)/);
  });
});
