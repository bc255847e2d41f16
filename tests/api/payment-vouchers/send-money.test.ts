import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import type { SendMoneyAnswer } from '../../../contract/payment-vouchers.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { mailsTo } from '../../fixtures/api/accounts.ts';
import { noticesOf } from '../../fixtures/api/notices.ts';
import { createdBy, ownVoucher, redeem } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import {
  detailFor,
  expectFailure,
  receiptOf,
  statementOf,
  walletOf,
} from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { expectNoSecret } from '../../fixtures/api/voucher-secrets.ts';

const test = setUpApp();
const { ada, kofi, efua } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n },
  kofi: {},
  efua: { walletMinor: 1_000_000n, hasPin: true },
});

beforeEach(async () => {
  await test.deps.db.delete(rateLimits);
});

const send = (person: Person, body: object, key?: string): Promise<Reply> =>
  test.call('POST', '/vouchers/send', {
    token: person.token,
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    body: { amount: 3000, currency: 'NGN', ...body },
  });

const sentBy = async (person: Person, body: object, key?: string) => {
  const reply = await send(person, body, key);
  expect(reply.status, reply.text).toBe(200);
  return (JSON.parse(reply.text) as SendMoneyAnswer).data;
};

const split = (person: Person, ulid: string): Promise<Reply> =>
  test.call('POST', '/vouchers/split', {
    token: person.token,
    body: { voucher_id: ulid, split_amount: 1000 },
  });

const claim = (person: Person, ulid: string): Promise<Reply> =>
  test.call('POST', '/vouchers/redeem', { token: person.token, body: { voucher_id: ulid } });

const lookUp = (person: Person, query: string): Promise<Reply> =>
  test.call('GET', `/recipients?${query}`, { token: person.token });

const receivedBy = async (person: Person) =>
  (await noticesOf(test, person)).filter(({ kind }) => kind === 'money_received');

describe('sending money to a username', () => {
  it('takes amount and fee, tells the recipient, and lets them claim it with one call', async () => {
    const { voucher, balance } = await sentBy(ada, { recipient_username: `@${kofi.username}` });
    const { ulid, code } = voucher;
    expect(voucher).toMatchObject({
      status: 'active',
      is_private: true,
      restrict_recipient: true,
      recipient: { username: kofi.username, avatar: null },
      recipient_email: null,
    });
    expect(balance).toBe(6900);
    expect(await receivedBy(kofi)).toMatchObject([
      { data: { voucher: ulid, amount: 3000, currency: 'NGN', username: ada.username } },
    ]);
    expectNoSecret(
      await test.call('GET', '/notifications', { token: kofi.token }),
      [code ?? ''],
      'a notification',
    );
    expect((await statementOf(test, ada))[0]).toMatchObject({
      description: `Sent to @${kofi.username}`,
    });
    expect(await receiptOf(test, ada)).toMatchObject({ to: { name: `@${kofi.username}` } });

    const seen = await detailFor(test, kofi, ulid);
    expect(seen).toMatchObject({ is_for_me: true, creator: ada.username, code: null });
    const claimed = await claim(kofi, ulid);
    expect(claimed.body).toMatchObject({ data: { amount: 3000, currency: 'NGN', ulid } });
    expect((await claim(kofi, ulid)).body).toEqual(claimed.body);
    expect(await walletOf(test, kofi)).toBe(3000);
    expect((await noticesOf(test, ada))[0]).toMatchObject({
      kind: 'voucher_redeemed',
      data: { username: kofi.username },
    });
    expect(await ownVoucher(test, ada, ulid)).toMatchObject({
      status: 'used',
      recipient: { username: kofi.username },
    });
  });

  it('is there for nobody else, by link, by number or by code', async () => {
    const { voucher } = await sentBy(ada, { recipient_username: kofi.username });
    const { ulid, code } = voucher;
    for (const caller of [efua, undefined]) {
      const reply = await test.call('GET', `/vouchers/${ulid}`, { token: caller?.token });
      expectFailure(reply, 404, 'voucher_removed');
    }
    expectFailure(await claim(efua, ulid), 404, 'voucher_not_found');
    expectFailure(
      await redeem(test, efua, code ?? ''),
      403,
      'voucher_restricted',
      'This voucher is restricted to another recipient',
    );
    expect(await detailFor(test, efua, code ?? '')).toMatchObject({ is_for_me: false });
    // Its sender takes it back rather than claim it.
    expectFailure(await claim(ada, ulid), 404, 'voucher_not_found');
    expect((await redeem(test, kofi, code ?? '')).status).toBe(200);
  });

  it('says to its recipient that it was taken back', async () => {
    const { voucher } = await sentBy(ada, { recipient_username: kofi.username });
    const { ulid } = voucher;
    const back = await test.call('POST', `/vouchers/${ulid}/cancel`, { token: ada.token });
    expect(back.status, back.text).toBe(200);
    expect(await walletOf(test, ada)).toBe(9900);
    expect(await detailFor(test, kofi, ulid)).toMatchObject({ status: 'cancelled' });
    expectFailure(await claim(kofi, ulid), 409, 'voucher_not_active');
    expectFailure(
      await test.call('GET', `/vouchers/${ulid}`, { token: efua.token }),
      404,
      'voucher_removed',
    );
  });

  it('sends once with one key, with its code in each answer and not in the database', async () => {
    const key = `send-${test.round}-aaaa`;
    const first = await sentBy(ada, { recipient_username: kofi.username }, key);
    const again = await sentBy(ada, { recipient_username: kofi.username }, key);
    expect(again).toEqual(first);
    const together = await Promise.all(
      Array.from({ length: 5 }, () =>
        sentBy(ada, { recipient_username: kofi.username }, `${key}-together`),
      ),
    );
    expect(new Set(together.map(({ voucher }) => voucher.ulid)).size).toBe(1);
    expect(await walletOf(test, ada)).toBe(10_000 - 2 * 3100);
    expect((await createdBy(test, ada)).vouchers).toHaveLength(2);
    expect(await receivedBy(kofi)).toHaveLength(2);
  });

  it('leaves nothing behind when the wallet cannot pay, or the name is unknown', async () => {
    expectFailure(
      await send(ada, { recipient_username: kofi.username, amount: 9_600 }),
      422,
      'wallet_reserve_short',
    );
    expectFailure(
      await send(ada, { recipient_username: 'no_such_name' }),
      404,
      'recipient_unknown',
    );
    expectFailure(await send(ada, { recipient_username: ada.username }), 422, 'recipient_self');
    expectFailure(
      await send(ada, { recipient_email: `${ada.username}@goodies.test` }),
      422,
      'recipient_self',
    );
    expectFailure(
      await send(ada, { recipient_username: kofi.username, recipient_email: 'a@mail.test' }),
      422,
      'validation_failed',
    );
    expect((await createdBy(test, ada)).vouchers).toEqual([]);
    expect(await walletOf(test, ada)).toBe(10_000);
    expect(await receivedBy(kofi)).toEqual([]);
  });

  it('asks for the PIN of a user who has one', async () => {
    const to = { recipient_username: kofi.username };
    const key = `send-${test.round}-pin`;
    expectFailure(await send(efua, to, key), 428, 'pin_required');
    expectFailure(await send(efua, { ...to, pin: '999999' }, key), 422, 'pin_wrong');
    await sentBy(efua, { ...to, pin: PIN }, key);
    expect(await walletOf(test, efua)).toBe(6900);
  });

  it('keeps the recipient in both parts of a split, and tells them of the second', async () => {
    const { voucher } = await sentBy(ada, { recipient_username: kofi.username });
    const { ulid } = voucher;
    const parts = await split(ada, ulid);
    expect(parts.body).toMatchObject({
      data: [
        { recipient: { username: kofi.username } },
        { recipient: { username: kofi.username } },
      ],
    });
    const [second] = await receivedBy(kofi);
    expect(second?.data).toMatchObject({ amount: 2000 });
    expect((await claim(kofi, second?.data.voucher ?? '')).status).toBe(200);
    expect((await claim(kofi, ulid)).status).toBe(200);
    expect(await walletOf(test, kofi)).toBe(3000);
  });

  it('asks its sender for a release code where they want that', async () => {
    const { voucher } = await sentBy(ada, { recipient_username: kofi.username, enable_2fa: true });
    const { ulid } = voucher;
    expectFailure(await claim(kofi, ulid), 428, 'two_factor_required');
    const [notice] = await noticesOf(test, ada);
    const otp = notice?.data.code ?? '';
    const claimed = await test.call('POST', '/vouchers/redeem', {
      token: kofi.token,
      body: { voucher_id: ulid, otp },
    });
    expect(claimed.status, claimed.text).toBe(200);
  });
});

describe('sending money to an address', () => {
  it('tells the user who has proved it, as if it had gone to their name', async () => {
    const { voucher } = await sentBy(ada, { recipient_email: `${kofi.username}@goodies.test` });
    expect(await receivedBy(kofi)).toMatchObject([{ data: { voucher: voucher.ulid } }]);
    expect((await claim(kofi, voucher.ulid)).status).toBe(200);
  });

  it('tells its owner of both parts of a split, and mails nobody without an account twice', async () => {
    const stranger = `uche_${test.round}@goodies.test`;
    for (const email of [`${kofi.username}@goodies.test`, stranger]) {
      const { voucher } = await sentBy(ada, { recipient_email: email });
      expect((await split(ada, voucher.ulid)).status).toBe(200);
    }
    expect((await receivedBy(kofi)).map(({ data }) => data.amount)).toEqual([2000, 3000]);
    expect(await mailsTo(test, stranger)).toHaveLength(1);
  });

  it('knows its owner where the account is older than the one way of writing addresses', async () => {
    const { username, userId } = kofi;
    const email = `${username}@bücher.test`;
    await test.deps.db.update(users).set({ email }).where(eq(users.id, userId));
    const { voucher } = await sentBy(ada, { recipient_email: email });
    expect(await detailFor(test, kofi, voucher.ulid)).toMatchObject({ is_for_me: true });
    expect((await claim(kofi, voucher.ulid)).status).toBe(200);
  });

  it('mails a link to one without an account, whose owner claims once they have proved it', async () => {
    const name = `uche_${test.round}`;
    const email = `${name}@goodies.test`;
    const { voucher } = await sentBy(ada, { recipient_email: email });
    const { code, ulid } = voucher;
    expect(voucher).toMatchObject({ recipient: null, recipient_email: email });
    const [mail] = await mailsTo(test, email);
    expect(mail?.subject).toBe(`₦3,000 from @${ada.username} is yours`);
    expect(mail?.text).toContain(`/v/${code}`);
    expect((await statementOf(test, ada))[0]).toMatchObject({ description: `Sent to ${email}` });

    const unproved = await addPerson(test.deps, name, { verified: false });
    expectFailure(await redeem(test, unproved, code ?? ''), 403, 'voucher_restricted');
    expectFailure(await claim(unproved, ulid), 404, 'voucher_not_found');
    expectFailure(await redeem(test, kofi, code ?? ''), 403, 'voucher_restricted');
    await test.call('POST', '/send-verification-code', { body: { email } });
    const [proof] = await mailsTo(test, email);
    const [, token = ''] = /token=([\w-]+)/.exec(proof?.text ?? '') ?? [];
    const proved = await test.call('POST', '/verify-email', {
      token: unproved.token,
      body: { token },
    });
    expect(proved.status, proved.text).toBe(200);
    expect((await redeem(test, unproved, code ?? '')).status).toBe(200);
  });

  it('without a recipient is for whoever has the link, and tells nobody', async () => {
    const { voucher } = await sentBy(ada, {});
    expect(voucher).toMatchObject({ restrict_recipient: false, recipient: null });
    expect((await redeem(test, efua, voucher.code ?? '')).status).toBe(200);
    expect(await receivedBy(efua)).toEqual([]);
  });
});

describe('looking up whom money is sent to', () => {
  it('shows name and picture by username or referral code, and nothing else', async () => {
    const reply = await lookUp(ada, `username=${kofi.username.toUpperCase()}`);
    expect(reply.body).toEqual({ success: true, data: { username: kofi.username, avatar: null } });
    const me = await test.call('GET', '/user', { token: kofi.token });
    const { referral_code: code } = (JSON.parse(me.text) as { data: { referral_code: string } })
      .data;
    expect((await lookUp(ada, `referral_code=${code}`)).body).toEqual(reply.body);
  });

  it('finds no stranger, and is limited', async () => {
    expectFailure(await lookUp(ada, 'username=no_such_name'), 404, 'recipient_unknown');
    expectFailure(await lookUp(ada, `username=${ada.username}`), 422, 'recipient_self');
    expectFailure(await lookUp(ada, ''), 422, 'validation_failed');
    for (let n = 0; n < 118; n += 1) await lookUp(ada, 'username=no_such_name');
    expectFailure(await lookUp(ada, `username=${kofi.username}`), 429, 'too_many_requests');
    expectFailure(await send(ada, { recipient_username: kofi.username }), 429, 'too_many_requests');
  });
});
