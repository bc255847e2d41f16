import { describe, expect, it } from 'vitest';

import type { VoucherListAnswer } from '../../../contract/vouchers.ts';
import {
  openGiveaway,
  payFor,
  postForm,
  postGiveaway,
  WITHOUT_VIEWS,
  type Fields,
} from '../../fixtures/api/giveaways.ts';
import type { Person } from '../../fixtures/api/people.ts';
import {
  detailFor,
  expectFailure,
  walletOf,
  read,
  statementOf,
} from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 500_000n },
  kofi: { region: 'ghana', walletMinor: 50_000n },
});

const listFor = async (person: Person, query = ''): Promise<VoucherListAnswer['data']> =>
  (await read<VoucherListAnswer>(test, `/vouchers${query}`, person)).data;

describe('posting a giveaway', () => {
  it('keeps it pending, hidden from others, and says what is due', async () => {
    const reply = await postForm(test, ada.token, { amount: '100.01', code: '1234567890123' });
    expect(reply.status, reply.text).toBe(201);
    // 10 % of 100.01 is 10.001: the fee is rounded up.
    expect(reply.body['data']).toMatchObject({
      status: 'pending',
      amount_due: 110.02,
      currency: 'NGN',
    });
    const { ulid, id } = JSON.parse(reply.text).data as { ulid: string; id: number };
    const mine = await detailFor(test, ada, ulid);
    expect(mine).toMatchObject({
      id,
      status: 'pending',
      code: null,
      code_length: 13,
      masked_digits: 4,
      can_guess: false,
    });
    expect(mine.masked_code.replaceAll(/\d/g, '')).toBe('****');
    expect(mine.share_url).toBe(`http://localhost:8080/v/${ulid}`);
    for (const name of [ulid, String(id)]) {
      const refused = await test.call('GET', `/vouchers/${name}`, { token: kofi.token });
      expectFailure(refused, 404, 'voucher_removed', 'Voucher not found or has been removed');
    }
    expectFailure(await test.call('GET', `/vouchers/${ulid}/views`), 404, 'voucher_removed');
  });

  it('draws a code and hides other digits each time', async () => {
    const masks = new Set<string>();
    for (let index = 0; index < 6; index += 1) {
      const { ulid } = await postGiveaway(test, ada, {
        masked_digits: '2',
        first_reveal_views: undefined,
      });
      masks.add((await detailFor(test, ada, ulid)).masked_code);
    }
    expect(masks.size).toBeGreaterThan(1);
  });

  it('does not tell by a refusal that another giveaway has the same code', async () => {
    const { code } = await openGiveaway(test, ada);
    expect((await postForm(test, kofi.token, { code, currency: 'GHS' })).status).toBe(201);
  });

  it('happens once for an idempotency key, and not for another form under it', async () => {
    const headers = { 'idempotency-key': `post-${test.round}-aaaa` };
    const first = await postForm(test, ada.token, {}, { headers });
    const again = await postForm(test, ada.token, {}, { headers });
    expect(again.body).toEqual(first.body);
    const other = await postForm(test, ada.token, { amount: '2000' }, { headers });
    expectFailure(other, 422, 'idempotency_key_reused');
  });

  it('gets its first answer again also when a moment that it names has passed since', async () => {
    const headers = { 'idempotency-key': `late-${test.round}-aaaa` };
    const soon = test.clock.now() + 60_000;
    const fields = { ...WITHOUT_VIEWS, reveal_method: 'time', remaining_time: String(soon) };
    const first = await postForm(test, ada.token, fields, { headers });
    expect(first.status).toBe(201);
    test.clock.advance(120_000);
    const again = await postForm(test, ada.token, fields, { headers });
    expect({ status: again.status, body: again.body }).toEqual({ status: 201, body: first.body });
    expect((await postForm(test, ada.token, fields)).status).toBe(422);
  });

  it('asks at least the minimum of the region', async () => {
    for (const [amount, currency, min] of [
      ['99.99', 'NGN', '₦100'],
      ['9.99', 'GHS', 'GH₵10'],
      ['99', 'KES', 'KSh100'],
      ['0.49', 'USD', '$0.5'],
    ] as const) {
      const reply = await postForm(test, ada.token, { amount, currency });
      const message = `Please enter a valid amount (min ${min})`;
      expectFailure(reply, 422, 'below_minimum', message);
    }
    expect((await postForm(test, ada.token, { amount: '10', currency: 'GHS' })).status).toBe(201);
  });

  const byTime = { ...WITHOUT_VIEWS, reveal_method: 'time' };
  const lottery = { ...WITHOUT_VIEWS, reveal_method: 'lottery' };
  const bad: readonly [string, Fields, string][] = [
    ['an amount that is no number', { amount: 'a lot' }, 'amount'],
    ['a negative amount', { amount: '-1000' }, 'amount'],
    ['an amount of nothing', { amount: '0' }, 'amount'],
    ['half a kobo', { amount: '1000.005' }, 'amount'],
    ['more money than there is', { amount: '99999999999999999' }, 'amount'],
    ['an exponent', { amount: '1e3' }, 'amount'],
    ['no amount', { amount: undefined }, 'amount'],
    ['an unknown currency', { currency: 'EUR' }, 'currency'],
    ['no reveal method', { reveal_method: undefined }, 'reveal_method'],
    ['an unknown field', { is_admin: '1' }, 'is_admin'],
    ['3 hidden digits', { masked_digits: '3' }, 'masked_digits'],
    ['a short code', { code: '123' }, 'code'],
    ['a null byte', { ad_copy: 'a\u0000b' }, 'ad_copy'],
    ['a script for a link', { ad_url: 'javascript:alert(1)' }, 'ad_url'],
    ['a link with a password', { ad_url: 'https://me:secret@goodies.test/' }, 'ad_url'],
    [
      'thresholds in the wrong order',
      { first_reveal_views: '10', second_reveal_views: '10' },
      'second_reveal_views',
    ],
    ['a missing first threshold', { first_reveal_views: undefined }, 'first_reveal_views'],
    ['a first threshold for 2 digits', { masked_digits: '2' }, 'first_reveal_views'],
    ['a missing second threshold', { second_reveal_views: undefined }, 'second_reveal_views'],
    ['half a view', { first_reveal_views: '1.5' }, 'first_reveal_views'],
    ['a time for views', { remaining_time: '9999999999999' }, 'remaining_time'],
    ['a countdown without an end', byTime, 'remaining_time'],
    ['a countdown that is over', { ...byTime, remaining_time: '1000' }, 'remaining_time'],
    ['a countdown of years', { ...byTime, remaining_time: '9999999999999' }, 'remaining_time'],
    ['a lottery without an end', lottery, 'final_reveal_time'],
    [
      'a lottery that is over',
      { ...lottery, final_reveal_time: '2020-01-01T00:00:00Z' },
      'final_reveal_time',
    ],
    ['a draw at no time', { ...lottery, final_reveal_time: 'tomorrow' }, 'final_reveal_time'],
    [
      'a draw on a day that is none',
      { ...lottery, final_reveal_time: '2026-13-45T00:00:00Z' },
      'final_reveal_time',
    ],
    [
      'a draw on 30 February',
      { ...lottery, final_reveal_time: '2027-02-30T18:00:00Z' },
      'final_reveal_time',
    ],
    ['a flag that is none', { is_private: 'maybe' }, 'is_private'],
    ['a text of 20 KB', { ad_copy: 'x'.repeat(20_000) }, 'ad_copy'],
    ['a text of 1 MB', { ad_copy: 'x'.repeat(1_000_000) }, 'ad_copy'],
  ];
  it.each(bad)('refuses %s', async (_name, fields, field) => {
    const reply = await postForm(test, ada.token, fields);
    expect(reply.status, reply.text).toBe(422);
    expect(Object.keys(reply.body['errors'] ?? {})).toContain(field);
    const { total } = await listFor(ada, `?creator_name=${ada.username}`);
    expect(total).toBe(0);
  });
});

describe('paying from the wallet', () => {
  it('moves prize and fee, and makes the giveaway active, once', async () => {
    const { ulid } = await postGiveaway(test, ada);
    const headers = { 'idempotency-key': `pay-${test.round}-aaaa` };
    const first = await payFor(test, ada, ulid, {}, headers);
    expect(first.body).toEqual({
      success: true,
      message: 'Payment successful!',
      data: { voucher_id: ulid, status: 'active', balance: 3900 },
    });
    expect((await payFor(test, ada, ulid, {}, headers)).body).toEqual(first.body);
    expect((await payFor(test, ada, ulid)).body).toEqual(first.body);
    expect(await walletOf(test, ada)).toBe(3900);
    expect(await detailFor(test, kofi, ulid)).toMatchObject({ status: 'active', can_guess: true });
    expect(await statementOf(test, ada, '?type=voucher_payment')).toMatchObject([
      { type: 'debit', amount: 1100, reference: ulid, payment_method: 'wallet' },
    ]);
  });

  it("is the creator's alone, for the exact amount and currency", async () => {
    const { ulid } = await postGiveaway(test, ada);
    expectFailure(await payFor(test, kofi, ulid), 404, 'voucher_not_found');
    expectFailure(await payFor(test, ada, ulid, { amount: '999' }), 422, 'amount_mismatch');
    expectFailure(await payFor(test, ada, ulid, { currency: 'GHS' }), 422, 'amount_mismatch');
    expectFailure(await payFor(test, ada, '01ARZ3NDEKTSV4RRFFQ69G5FAV'), 404, 'voucher_not_found');
    expect(await walletOf(test, ada)).toBe(5000);
  });

  it('leaves everything as it was when the wallet has too little', async () => {
    const fields = { amount: '4545.46' };
    const { ulid } = await postGiveaway(test, ada, fields);
    const refused = await payFor(test, ada, ulid, fields);
    expectFailure(refused, 422, 'insufficient_funds', 'Insufficient wallet balance');
    expect((await detailFor(test, ada, ulid)).status).toBe('pending');
    expect(await walletOf(test, ada)).toBe(5000);
  });
});
