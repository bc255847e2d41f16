import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import { MINUTE_MS } from '../../../contract/durations.ts';
import { mailsTo } from '../../fixtures/api/accounts.ts';
import { openGiveaway, newCode } from '../../fixtures/api/giveaways.ts';
import { withLog } from '../../fixtures/api/log-lines.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { voucherReleases, vouchers } from '../../../server/db/schema/vouchers.ts';
import {
  makeVoucher,
  openVoucher,
  ownVoucher,
  redeem,
} from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import {
  detailFor,
  expectFailure,
  walletOf,
  receiptOf,
  statementOf,
} from '../../fixtures/api/players.ts';
import { expectNoSecret } from '../../fixtures/api/voucher-secrets.ts';
import { setUpPeople, setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp({ env: { TRUST_PROXY: '1' } });
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 500_000n },
  kofi: { region: 'kenya' },
});

beforeEach(async () => {
  await test.deps.db.delete(rateLimits);
});

/** The release codes that a creator was sent, the newest last. */
async function releaseCodesOf(person: Person): Promise<string[]> {
  const kept = await mailsTo(test, `${person.username}@goodies.test`);
  return kept
    .toReversed()
    .filter(({ subject }) => subject === 'Your release code')
    .map(({ text }) => /release code is (\d{6})\b/.exec(text)?.[1] ?? 'none');
}
const otherThan = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

describe('redeeming a payment voucher', () => {
  it('pays its amount into the wallet, in its own currency, and marks it used', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    const reply = await redeem(test, kofi, code);
    expect(reply.status, reply.text).toBe(200);
    expect(reply.body).toEqual({
      success: true,
      message: 'Voucher redeemed for ₦1,000!',
      data: { amount: 1000, currency: 'NGN', ulid },
    });
    expect(await walletOf(test, kofi)).toBe(1000);
    expect(await ownVoucher(test, ada, ulid)).toMatchObject({
      status: 'used',
      is_used: true,
      winner: { username: kofi.username },
    });
    expect(await detailFor(test, undefined, code)).toMatchObject({ is_used: true, code: null });
    expect((await statementOf(test, kofi))[0]).toMatchObject({
      type: 'credit',
      transaction_type: 'voucher_payment',
      amount: 1000,
      currency: 'NGN',
      description: `Sent by @${ada.username}`,
      reference: ulid,
    });
    expect(await receiptOf(test, ada)).toMatchObject({
      type: 'debit',
      description: `Sent to @${kofi.username}`,
      to: { name: `@${kofi.username}`, detail: 'Payment voucher' },
      voucher_ulid: ulid,
    });
  });

  it('tells its redeemer alone, on whichever device, what they got and where its receipt is', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    await redeem(test, kofi, code);
    const own = await detailFor(test, kofi, ulid);
    expect(own).toMatchObject({ is_used: true, own_share: 1000 });
    expect(own.own_receipt).toBeDefined();
    const receipt = await receiptOf(test, kofi, own.own_receipt);
    expect(receipt).toMatchObject({ type: 'credit', amount: 1000, reference: ulid });
    for (const caller of [ada, undefined]) {
      const seen = await detailFor(test, caller, code);
      expect(seen).toMatchObject({ winner: { username: kofi.username } });
      expect(seen).not.toHaveProperty('own_share');
      expect(seen).not.toHaveProperty('own_receipt');
    }
  });

  it('tells a creator who redeemed their own what they got, by the line that came in', async () => {
    const { ulid, code } = await openVoucher(test, ada);
    await redeem(test, ada, code);
    const { own_receipt: id } = await detailFor(test, ada, ulid);
    expect(id).toBeDefined();
    expect(await receiptOf(test, ada, id)).toMatchObject({ type: 'credit', amount: 1000 });
  });

  it('is for anybody who is signed in: the creator, and people without a proved address', async () => {
    const mine = await openVoucher(test, ada);
    expect((await redeem(test, ada, mine.code)).status).toBe(200);
    expect(await walletOf(test, ada)).toBe(4900);
    const uche = await addPerson(test.deps, `uche_${test.round}`, { verified: false });
    const theirs = await openVoucher(test, ada);
    expect((await redeem(test, uche, theirs.code)).status).toBe(200);
    const refused = await redeem(test, { token: 'x'.repeat(43) }, theirs.code);
    expectFailure(refused, 401, 'unauthenticated');
  });

  it('answers the same person the same again, and all others that it is used', async () => {
    const { code } = await openVoucher(test, ada);
    const first = await redeem(test, kofi, code, { key: `redeem-${test.round}-aaaa` });
    expect((await redeem(test, kofi, code, { key: `redeem-${test.round}-aaaa` })).body).toEqual(
      first.body,
    );
    expect((await redeem(test, kofi, code)).body).toEqual(first.body);
    expect(await walletOf(test, kofi)).toBe(1000);
    const late = await redeem(test, ada, code);
    expectFailure(late, 409, 'voucher_used', 'This voucher has already been used');
  });

  it('says what is wrong with a code', async () => {
    for (const code of ['', '   '])
      expectFailure(
        await redeem(test, kofi, code),
        422,
        'redeem_empty',
        'Please enter a voucher code',
      );
    const giveaway = await openGiveaway(test, ada);
    const pending = await makeVoucher(test, ada);
    for (const code of [' - ', '1', 'no such thing', giveaway.ulid])
      expectFailure(await redeem(test, kofi, code), 422, 'code_malformed', 'A code has 13 digits');
    const wrong = [newCode(), giveaway.code, pending.code];
    for (const code of wrong) {
      const reply = await redeem(test, kofi, code);
      expectFailure(reply, 404, 'voucher_not_found', 'Voucher not found');
    }
    expectFailure(await redeem(test, ada, pending.code), 409, 'voucher_not_active');
  });
});

describe('a voucher for one recipient', () => {
  it('goes to the user who proved that address alone', async () => {
    const restricted = (email: string) =>
      openVoucher(test, ada, { restrict_recipient: '1', recipient_email: email });
    const { code } = await restricted(` ${kofi.username.toUpperCase()}@goodies.TEST`);
    const refused = await redeem(test, ada, code);
    expectFailure(
      refused,
      403,
      'voucher_restricted',
      'This voucher is restricted to another recipient',
    );
    expect((await redeem(test, kofi, code)).status).toBe(200);

    const uche = await addPerson(test.deps, `uche_${test.round}`, { verified: false });
    const unproved = await restricted(`${uche.username}@goodies.test`);
    expectFailure(await redeem(test, uche, unproved.code), 403, 'voucher_restricted');
  });

  it('goes to that user where the address was stored with an invisible sign, before they were cleaned', async () => {
    const recipient = `${kofi.username}@goodies.test`;
    const { id, code } = await openVoucher(test, ada, {
      restrict_recipient: '1',
      recipient_email: recipient,
    });
    await test.deps.db
      .update(vouchers)
      .set({ recipientEmail: `${recipient}\u200B` })
      .where(eq(vouchers.id, id));
    expect((await redeem(test, kofi, code)).status).toBe(200);
  });
});

describe('a voucher with a second factor', () => {
  const open = () => openVoucher(test, ada, { enable_2fa: '1' });

  it('asks for a release code, sends it to the creator, and takes it once', async () => {
    const { ulid, code } = await open();
    const asked = await redeem(test, kofi, code);
    expectFailure(asked, 428, 'two_factor_required');
    expect(asked.body['message']).toBe(
      'Enter the release code that was sent to the creator of this voucher',
    );
    const [otp = ''] = await releaseCodesOf(ada);
    expect(otp).toMatch(/^\d{6}$/);
    const [mail] = await mailsTo(test, `${ada.username}@goodies.test`);
    expect(mail?.text).toContain(`${kofi.username} wants to redeem your voucher of ₦1,000.`);
    expectNoSecret(asked, [otp, code], 'the question for a release code');
    const [row] = await test.deps.db.select().from(voucherReleases);
    expect(row?.codeHash).toMatch(/^[\da-f]{64}$/);
    expect(await releaseCodesOf(kofi)).toEqual([]);

    expectFailure(
      await redeem(test, kofi, code, { otp: otherThan(otp) }),
      422,
      'release_code_wrong',
      'This release code is not right, or no longer valid',
    );
    expect((await redeem(test, kofi, code, { otp })).status).toBe(200);
    expect((await redeem(test, kofi, code, { otp })).status).toBe(200);
    expect(await walletOf(test, kofi)).toBe(1000);
    expect((await ownVoucher(test, ada, ulid)).status).toBe('used');
  });

  it('takes the code only from the person it was made for', async () => {
    const { code } = await open();
    await redeem(test, kofi, code);
    const [otp = ''] = await releaseCodesOf(ada);
    const efua = await addPerson(test.deps, `efua_${test.round}`);
    expectFailure(await redeem(test, efua, code, { otp }), 422, 'release_code_wrong');
    expectFailure(await redeem(test, efua, code), 428, 'two_factor_required');
    expect((await redeem(test, kofi, code, { otp })).status).toBe(200);
  });

  it('takes it for ten minutes', async () => {
    const { code } = await open();
    await redeem(test, kofi, code);
    const [otp = ''] = await releaseCodesOf(ada);
    test.clock.advance(10 * MINUTE_MS);
    expectFailure(await redeem(test, kofi, code, { otp }), 422, 'release_code_wrong');
    await redeem(test, kofi, code);
    const [, fresh = ''] = await releaseCodesOf(ada);
    test.clock.advance(10 * MINUTE_MS - 1);
    expect((await redeem(test, kofi, code, { otp: fresh })).status).toBe(200);
  });

  it('takes five tries, of which a repeated request is one', async () => {
    const { code } = await open();
    await redeem(test, kofi, code);
    const [otp = ''] = await releaseCodesOf(ada);
    const wrong = { otp: otherThan(otp), key: `otp-${test.round}-aaaa` };
    for (let n = 0; n < 3; n += 1)
      expectFailure(await redeem(test, kofi, code, wrong), 422, 'release_code_wrong');
    for (let n = 0; n < 4; n += 1)
      expectFailure(
        await redeem(test, kofi, code, { otp: otherThan(otp) }),
        422,
        'release_code_wrong',
      );
    // Five wrong ones: now the right one is of no use either, and another can be asked for at once.
    expectFailure(await redeem(test, kofi, code, { otp }), 422, 'release_code_wrong');
    expectFailure(await redeem(test, kofi, code), 428, 'two_factor_required');
    const codes = await releaseCodesOf(ada);
    expect(codes).toHaveLength(2);
    expect((await redeem(test, kofi, code, { otp: codes[1] ?? '' })).status).toBe(200);
  });

  it('does not flood its creator with mail', async () => {
    const { code } = await open();
    for (let n = 0; n < 4; n += 1) await redeem(test, kofi, code);
    expect(await releaseCodesOf(ada)).toHaveLength(1);
    for (let n = 0; n < 4; n += 1) {
      test.clock.advance(MINUTE_MS);
      expectFailure(await redeem(test, kofi, code), 428, 'two_factor_required');
    }
    test.clock.advance(MINUTE_MS);
    expectFailure(await redeem(test, kofi, code), 429, 'too_many_requests');
    expect(await releaseCodesOf(ada)).toHaveLength(5);
  });

  it('can be switched by its creator alone', async () => {
    const { ulid, code } = await open();
    const update = (person: Person, enable: unknown, name = ulid) =>
      test.call('POST', `/vouchers/${name}/update-2fa`, {
        token: person.token,
        body: { enable_2fa: enable },
      });
    expectFailure(await update(kofi, 0), 404, 'voucher_not_found');
    expectFailure(await update(ada, 'off'), 422, 'validation_failed');
    for (const [sent, kept] of [
      [0, false],
      [1, true],
      [false, false],
      [true, true],
      [0, false],
    ] as const) {
      const reply = await update(ada, sent);
      expect(reply.body).toMatchObject({ success: true, data: { enable_2fa: kept } });
      expect((await ownVoucher(test, ada, ulid)).enable_2fa).toBe(kept);
    }
    const giveaway = await openGiveaway(test, ada);
    expectFailure(await update(ada, 1, giveaway.ulid), 422, 'payment_voucher_only');
    const pending = await makeVoucher(test, ada);
    expectFailure(await update(ada, 1, pending.ulid), 409, 'voucher_not_active');
    expect((await redeem(test, kofi, code)).status).toBe(200);
    expectFailure(await update(ada, 1), 409, 'voucher_used');
  });
});

describe('the log of redeeming', () => {
  it('holds no code, not even of a link', async () => {
    const { app, logged } = await withLog(test);
    const { code } = await openVoucher(test, ada, { enable_2fa: '1' });
    const headers = { authorization: `Bearer ${kofi.token}`, 'idempotency-key': randomUUID() };
    await app.inject({ url: `/api/v1/vouchers/${code}`, headers });
    const body = { code };
    const asked = await app.inject({
      method: 'POST',
      url: '/api/v1/vouchers/redeem',
      headers,
      payload: body,
    });
    expect(asked.statusCode).toBe(428);
    const [otp = ''] = await releaseCodesOf(ada);
    expect(logged()).toContain('"route":"/api/v1/vouchers/redeem"');
    for (const secret of [code, otp]) expect(logged()).not.toContain(secret);
    await app.close();
  });
});
