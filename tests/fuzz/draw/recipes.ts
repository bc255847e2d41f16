import fc from 'fast-check';

import { PIN } from '../../fixtures/api/pins.ts';
import { AIRTIME, METER } from '../../fixtures/api/request-bodies.ts';
import { known, knownTogether } from './known.ts';

type Recipe = fc.Arbitrary<Record<string, unknown>>;

const DAY_MS = 86_400_000;
/** A picture of 16 × 16 px. */
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQCAMAAAAoLQ9TAAAAA1BMVEURqncgF0RhAAAACXBIWXMAAAPoAAAD6AG1e1JrAAAADklEQVQYlWNgGAUMSAAAARAAAVGhZwQAAAAASUVORK5CYII=',
  'base64',
);

const code = fc.stringMatching(/^\d{13}$/);
const amount = fc.constantFrom(500, 750, 1_000, 2_500.5);
const flag = fc.constantFrom('1', '0', 'true', 'false');
const name = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 });
const FIELDS = ['purpose', 'amount', 'currency', 'code'] as const;
const plain = { noNullPrototype: true } as const;

/** @param nowMs what a server takes for now, so that a seed draws the same there each time */
const daysAfter = (nowMs: number): fc.Arbitrary<number> =>
  fc.integer({ min: 1, max: 60 }).map((days) => nowMs + days * DAY_MS);

const isoAfter = (nowMs: number): fc.Arbitrary<string> =>
  daysAfter(nowMs).map((ms) => new Date(ms).toISOString());

const revealOf = (nowMs: number): Recipe =>
  fc.oneof<fc.Arbitrary<Record<string, unknown>>[]>(
    fc.record({
      reveal_method: fc.constant('views'),
      masked_digits: fc.constant(4),
      first_reveal_views: fc.integer({ min: 1, max: 5 }),
      second_reveal_views: fc.integer({ min: 6, max: 12 }),
    }),
    fc.record({
      reveal_method: fc.constant('time'),
      masked_digits: fc.constantFrom(2, 4),
      remaining_time: daysAfter(nowMs),
    }),
    fc.record({
      reveal_method: fc.constant('lottery'),
      masked_digits: fc.constant(2),
      final_reveal_time: isoAfter(nowMs),
    }),
  );

const giveawayOf = (nowMs: number): Recipe =>
  fc
    .tuple(
      revealOf(nowMs),
      fc.record(
        {
          purpose: fc.constant('giveaway'),
          amount,
          currency: fc.constant('NGN'),
          code,
          is_private: flag,
          ad_copy: name,
          ad_url: fc.constantFrom('https://shop.example/?a=1&b=2', 'http://127.0.0.1:5432/'),
          ad_cover: fc.constant(PICTURE),
        },
        { requiredKeys: [...FIELDS], ...plain },
      ),
    )
    .map(([reveal, rest]) => ({ ...reveal, ...rest }));

const paymentVoucherOf = (nowMs: number): Recipe =>
  fc.record(
    {
      purpose: fc.constant('payment'),
      payment_method: fc.constant('wallet'),
      amount,
      currency: fc.constantFrom('NGN', 'NGN', 'USD'),
      code,
      enable_2fa: flag,
      expires_at: isoAfter(nowMs),
    },
    { requiredKeys: [...FIELDS, 'payment_method'], ...plain },
  );

/** What stays inside the rules of accounts: a password that the round knows. */
const ACCOUNTS: Readonly<Record<string, Recipe>> = {
  'POST /api/v1/register': fc
    .tuple(fc.stringMatching(/^[a-z]{5,12}$/), known('password'))
    .map(([username, password]) => ({ username, email: `${username}@fuzz.test`, password })),
  'POST /api/v1/send-verification-code': fc.record({ email: known('email') }),
  'POST /api/login': fc.record({ email: known('email'), password: known('password') }),
  'POST /api/v1/reset-password': fc.record({
    token: known('mailed_token'),
    password: known('password'),
  }),
  'POST /api/v1/user/pin': fc.constant({ pin: PIN, old_pin: PIN }),
  // Only what is mailed: a frozen account would end the round's money.
  'POST /api/v1/user/freeze': fc.record({ token: fc.constant('x'.repeat(43)) }),
  'POST /api/v1/user/avatar': fc.record({ avatar: fc.constant(PICTURE) }),
  // A break would end the round's guesses.
  'PUT /api/v1/user/limits': fc.record({
    guesses_per_day: fc.constantFrom(null, 500),
    break_until: fc.constant(null),
  }),
  // A low limit would end the round's withdrawals.
  'PATCH /api/v1/user/money-limits': fc.record({
    currency: fc.constant('NGN'),
    limit: fc.constantFrom(null, 45_000),
  }),
  'POST /api/v1/user/password': fc.record({
    current_password: known('password'),
    password: known('password'),
  }),
  'POST /api/v1/verify-email': fc.record({ token: known('mailed_token') }),
  'POST /api/v1/devices': fc.record(
    { device_id: known('device_id'), payload: known('work') },
    { requiredKeys: ['device_id'], ...plain },
  ),
};

const MONEY: Readonly<Record<string, Recipe>> = {
  'POST /api/v1/vouchers/payment/wallet': knownTogether({
    voucher_id: 'made',
    amount: 'made_amount',
    currency: 'made_currency',
  }).map((payment) => ({ ...payment, pin: PIN })),
  'POST /api/v1/vouchers/payment/initialize': fc
    .tuple(
      knownTogether({ voucher_id: 'made', amount: 'made_amount' }),
      fc.constantFrom('paystack', 'flutterwave'),
    )
    .map(([voucher, processor]) => ({ ...voucher, processor })),
  'POST /api/v1/vouchers/payment/verify': fc.record({ reference: known('initialize.reference') }),
  'POST /api/v1/wallet/topup/initialize': fc.record({
    amount: fc.constantFrom(100, 5_000),
    currency: fc.constant('NGN'),
    processor: fc.constantFrom('paystack', 'flutterwave'),
  }),
  'POST /api/v1/wallet/topup/verify': fc.record({
    reference: known('reference'),
    processor: fc.constantFrom('paystack', 'flutterwave'),
  }),
  'POST /api/v1/wallet/resolve-account': fc.record({
    code: known('banks.code'),
    account_number: fc.constantFrom('0123456789', '0123450404'),
  }),
  'POST /api/v1/airtime/purchase': fc
    .record({
      phone: fc.constantFrom(AIRTIME.phone, '08034120404'),
      amount: fc.constantFrom(100, 500),
    })
    .map((drawn) => ({ ...AIRTIME, ...drawn, pin: PIN })),
  'POST /api/v1/bills/validate': fc.constant(METER),
  'POST /api/v1/bills/pay': fc
    .constantFrom(METER.customer, '04521180404')
    .map((customer) => ({ ...METER, customer, amount: 1000, currency: 'NGN', pin: PIN })),
  'POST /api/v1/wallet/withdraw': fc.record({
    amount: fc.constantFrom(100, 250.5),
    currency: fc.constant('NGN'),
    destination: fc.record({
      type: fc.constant('bank'),
      code: known('banks.code'),
      // Each is the first one's who names it, in whichever round; the last four digits say what becomes of it.
      account_number: fc.stringMatching(/^01\d{4}(6789|0000|9999)$/),
      account_name: name,
    }),
    pin: fc.constant(PIN),
  }),
};

const VOUCHERS: Readonly<Record<string, Recipe>> = {
  'POST /api/v1/vouchers/submit': fc.oneof<Recipe[]>(
    knownTogether({ voucher_id: 'giveaway', code: 'giveaway_code' }),
    fc.record({ voucher_id: known('giveaway'), code }),
  ),
  'POST /api/v1/vouchers/redeem': fc.record({ code: known('payment_code') }),
  'GET /api/v1/recipients': fc.record({ username: known('username') }),
  'POST /api/v1/vouchers/send': fc.record(
    {
      recipient_username: known('username'),
      amount: fc.constantFrom(10, 250.5),
      currency: fc.constant('NGN'),
      pin: fc.constant(PIN),
    },
    { requiredKeys: ['amount', 'currency', 'pin'], ...plain },
  ),
  'POST /api/v1/vouchers/split': fc.record({
    voucher_id: known('payment'),
    split_amount: fc.constantFrom(100, 250.5),
  }),
  'POST /api/v1/vouchers/{id}/update-cover': fc.record({ ad_cover: fc.constant(PICTURE) }),
  'POST /api/v1/vouchers/{id}/allowed-users': fc.record({
    users: fc.array(known('username'), { minLength: 1, maxLength: 3 }),
  }),
  'DELETE /api/v1/vouchers/{id}/allowed-users': fc.record({
    user_ids: fc.array(known('allowed-users.id'), { minLength: 1, maxLength: 3 }),
  }),
};

/**
 * Bodies and queries whose fields belong together, which a schema does not tell, by operation; so that sequences get as far
 * as people do. An operation without one is drawn from its schema alone.
 * @param nowMs what the server takes for now
 */
export const recipesAt = (nowMs: number): Readonly<Record<string, Recipe>> => ({
  ...ACCOUNTS,
  ...MONEY,
  ...VOUCHERS,
  'POST /api/v1/vouchers': fc.oneof(giveawayOf(nowMs), paymentVoucherOf(nowMs)),
});
