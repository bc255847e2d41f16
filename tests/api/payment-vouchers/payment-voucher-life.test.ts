import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { openGiveaway, payFor, soon } from '../../fixtures/api/giveaways.ts';
import { expireVoucher } from '../../../server/vouchers/by-purpose/end-voucher.ts';
import { sweepVouchers } from '../../../server/vouchers/by-purpose/jobs.ts';
import {
  createdBy,
  makeVoucher,
  openVoucher,
  ownVoucher,
  redeem,
} from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { detailFor, expectFailure, walletOf, statementOf } from '../../fixtures/api/players.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 500_000n }, kofi: {} });

const post = (person: Person | undefined, path: string, body?: object, key?: string) =>
  test.call('POST', path, {
    token: person?.token,
    body,
    headers: key ? { 'idempotency-key': key } : {},
  });

describe('looking at a payment voucher', () => {
  it('by its code tells what it is worth, but no digit to others', async () => {
    const { ulid, code } = await openVoucher(test, ada, {
      restrict_recipient: '1',
      recipient_email: 'Efua@Goodies.test',
      enable_2fa: '1',
      expires_at: soon(test),
    });
    for (const person of [undefined, kofi, ada]) {
      const seen = await detailFor(test, person, code);
      expect(seen).toMatchObject({
        ulid,
        amount: 1000,
        currency: 'NGN',
        status: 'active',
        code: null,
        restrict_recipient: true,
        enable_2fa: true,
        can_guess: false,
        creator: ada.username,
      });
      expect(seen.expires_at).not.toBeNull();
      expect(JSON.stringify(seen).toLowerCase()).not.toContain('efua');
      if (person !== ada) expect(seen.masked_code).toBe('*'.repeat(13));
    }
    expect((await ownVoucher(test, ada, ulid)).recipient_email).toBe('efua@goodies.test');
  });

  it('by its link works unless it is private; by its number only for its creator', async () => {
    const open = await openVoucher(test, ada, { is_private: '0' });
    const closed = await openVoucher(test, ada);
    expect((await detailFor(test, kofi, open.ulid)).amount).toBe(1000);
    expect((await detailFor(test, ada, closed.ulid)).amount).toBe(1000);
    for (const path of [
      `/vouchers/${closed.ulid}`,
      `/vouchers/${closed.id}`,
      `/vouchers/${open.id}`,
      `/vouchers/${closed.ulid}/views`,
      `/vouchers/${open.id}/views`,
    ])
      expectFailure(
        await test.call('GET', path, { token: kofi.token }),
        404,
        'voucher_removed',
        'Voucher not found or has been removed',
      );
    const views = await test.call('GET', `/vouchers/${open.ulid}/views`);
    expect(views.body).toMatchObject({ masked_code: '*'.repeat(13), status: 'active' });
  });

  it('by its link shows a private one to its redeemer, without a digit', async () => {
    const { id, ulid, code } = await openVoucher(test, ada);
    const stranger = await addPerson(test.deps, `stranger_${test.round}`);
    const link = `/vouchers/${ulid}`;
    expectFailure(await test.call('GET', link, { token: kofi.token }), 404, 'voucher_removed');
    const byCode = await detailFor(test, kofi, code);
    await redeem(test, kofi, code);
    const seen = await detailFor(test, kofi, ulid);
    expect(seen).toEqual({
      ...byCode,
      status: 'used',
      is_used: true,
      winner: { username: kofi.username, avatar: null },
      completed_at: seen.completed_at,
      own_share: 1000,
      own_receipt: seen.own_receipt,
    });
    expect(seen).toMatchObject({ code: null, masked_code: '*'.repeat(13) });
    for (const [path, token] of [
      [link, stranger.token],
      [link, undefined],
      [`/vouchers/${id}`, kofi.token],
    ] as const)
      expectFailure(await test.call('GET', path, { token }), 404, 'voucher_removed');
  });

  it('is its creator’s alone while it is pending, nor once it is cancelled', async () => {
    const { ulid, code } = await makeVoucher(test, ada);
    const path = `/vouchers/${code}`;
    expectFailure(await test.call('GET', path, { token: kofi.token }), 404, 'voucher_removed');
    expect((await detailFor(test, ada, code)).status).toBe('pending');
    await payFor(test, ada, ulid);
    expect((await detailFor(test, kofi, code)).status).toBe('active');
    await post(ada, `/vouchers/${ulid}/cancel`);
    expectFailure(await test.call('GET', path, { token: kofi.token }), 404, 'voucher_removed');
  });

  it('counts no view and pays no coins for bringing a visitor', async () => {
    const { ulid, code } = await openVoucher(test, ada, { is_private: '0' });
    const [sharer] = await test.deps.db.select().from(users).where(eq(users.id, kofi.userId));
    for (const name of [ulid, code])
      await test.call('GET', `/vouchers/${name}?referral_code=${sharer?.referralCode}`);
    await test.deps.views.flush();
    expect((await ownVoucher(test, ada, ulid)).views).toBe(0);
    const reply = await test.call('GET', '/points', { token: kofi.token });
    expect(reply.body).toMatchObject({ points: 0 });
  });

  it('cannot be guessed at', async () => {
    const { ulid, code } = await openVoucher(test, ada, { is_private: '0' });
    const reply = await post(kofi, '/vouchers/submit', { voucher_id: ulid, code });
    expectFailure(reply, 404, 'voucher_not_found', 'Voucher not found');
  });
});

describe('a creator’s vouchers', () => {
  it('come newest first, by status, a page at a time', async () => {
    const made: string[] = [];
    for (let n = 0; n < 14; n += 1) {
      made.push((await makeVoucher(test, ada, { amount: String(10 + n) })).ulid);
      test.clock.advance(1000);
    }
    await payFor(test, ada, made[3] ?? '', { amount: '13' });
    const first = await createdBy(test, ada);
    const second = await createdBy(test, ada, '?page=2');
    expect([...first.vouchers, ...second.vouchers].map(({ ulid }) => ulid)).toEqual(
      made.toReversed(),
    );
    expect([first.has_more, first.current_page]).toEqual([true, 1]);
    expect([second.has_more, second.current_page]).toEqual([false, 2]);
    const active = await createdBy(test, ada, '?status=active');
    expect(active.vouchers.map(({ ulid }) => ulid)).toEqual([made[3]]);
    expect((await createdBy(test, ada, '?status=pending')).has_more).toBe(true);
    expect((await createdBy(test, ada, '?status=all&page=3')).vouchers).toEqual([]);
    expect((await createdBy(test, kofi)).vouchers).toEqual([]);
  });

  it('tell the code of a payment voucher, not of an open giveaway', async () => {
    const voucher = await openVoucher(test, ada);
    const giveaway = await openGiveaway(test, ada);
    const { vouchers: mine } = await createdBy(test, ada);
    const codes = new Map(mine.map(({ ulid, code }) => [ulid, code]));
    expect(codes.get(voucher.ulid)).toBe(voucher.code);
    expect(codes.get(giveaway.ulid)).toBeNull();
  });
});

describe('taking a voucher back', () => {
  it('returns its amount, not the fee, once', async () => {
    const { ulid } = await openVoucher(test, ada);
    const key = `cancel-${test.round}-aaaa`;
    const first = await post(ada, `/vouchers/${ulid}/cancel`, undefined, key);
    expect(first.body['data']).toEqual({
      voucher_id: ulid,
      status: 'cancelled',
      amount: 1000,
      currency: 'NGN',
    });
    expect((await post(ada, `/vouchers/${ulid}/cancel`, undefined, key)).body).toEqual(first.body);
    expect((await post(ada, `/vouchers/${ulid}/cancel`)).body).toEqual(first.body);
    expect(await walletOf(test, ada)).toBe(4900);
    expect((await statementOf(test, ada))[0]).toMatchObject({
      type: 'credit',
      transaction_type: 'voucher_refund',
      amount: 1000,
      description: 'Payment voucher cancelled',
    });
  });

  it('is for its creator, while it is unused', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    const giveaway = await openGiveaway(test, ada);
    const cancel = (person: Person, name: string) => post(person, `/vouchers/${name}/cancel`);
    expectFailure(await cancel(kofi, ulid), 404, 'voucher_not_found');
    expectFailure(await cancel(ada, giveaway.ulid), 422, 'payment_voucher_only');
    expectFailure(await cancel(ada, code), 404, 'voucher_not_found');
    expect((await redeem(test, kofi, code)).status).toBe(200);
    const refused = await cancel(ada, ulid);
    expectFailure(refused, 409, 'voucher_used', 'This voucher has already been used');
  });
});

describe('the deadline', () => {
  it('returns an unused voucher by itself, once', async () => {
    const { id, ulid, code } = await openVoucher(test, ada, { expires_at: soon(test) });
    await expireVoucher(test.deps, id);
    expect((await ownVoucher(test, ada, ulid)).status).toBe('active');
    test.clock.advance(HOUR_MS);
    // At the deadline it can be claimed no more, returned or not.
    const refused = await redeem(test, kofi, code);
    expectFailure(refused, 409, 'voucher_expired', 'This voucher has expired');
    await expireVoucher(test.deps, id);
    await sweepVouchers(test.deps);
    expect((await ownVoucher(test, ada, ulid)).status).toBe('expired');
    expect(await walletOf(test, ada)).toBe(4900);
    expectFailure(await redeem(test, kofi, code), 409, 'voucher_expired');
    expectFailure(await post(ada, `/vouchers/${ulid}/cancel`), 409, 'voucher_expired');
    expect((await detailFor(test, kofi, code)).status).toBe('expired');
  });

  it('leaves a used one alone', async () => {
    const { id, ulid, code } = await openVoucher(test, ada, { expires_at: soon(test) });
    test.clock.advance(HOUR_MS - 1);
    expect((await redeem(test, kofi, code)).status).toBe(200);
    test.clock.advance(1);
    await expireVoucher(test.deps, id);
    expect((await ownVoucher(test, ada, ulid)).status).toBe('used');
  });

  it('can be met by cancelling: the money goes back either way', async () => {
    const { ulid } = await openVoucher(test, ada, { expires_at: soon(test) });
    test.clock.advance(HOUR_MS);
    expect((await post(ada, `/vouchers/${ulid}/cancel`)).status).toBe(200);
    await sweepVouchers(test.deps);
    expect(await walletOf(test, ada)).toBe(4900);
  });
});
