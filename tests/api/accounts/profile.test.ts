import { describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';

import { DAY_MS } from '../../../contract/durations.ts';
import { DEFAULT_CHANNELS } from '../../../contract/notifications/kinds.ts';
import { createSession } from '../../../server/accounts/sessions.ts';
import { dateOf } from '../../../server/clock.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { voucherFollows } from '../../../server/db/schema/notifications.ts';
import { runAdmin } from '../../fixtures/api/admin.ts';
import { mailsTo, newPerson, PASSWORD, signUp, tokenFor } from '../../fixtures/api/accounts.ts';
import {
  guess,
  lotteryFields,
  openGiveaway,
  postGiveaway,
  wrongCode,
} from '../../fixtures/api/giveaways.ts';
import { addPerson, fillWallet } from '../../fixtures/api/people.ts';
import { WAITING_PHONE } from '../../fixtures/api/purchases.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { waitingOf, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';
import { refusalOf } from '../../fixtures/api/refusal.ts';

const WRONG = 'not the password';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

const dataOf = ({ body }: Reply): unknown => body['data'];
const logIn = (email: string, password = PASSWORD) =>
  test.call('POST', '/api/login', { body: { email, password } });
const userOf = (token: string) => test.call('GET', '/api/user', { token });

describe('a username', () => {
  const rename = (token: string, username: string) =>
    test.call('PATCH', '/user', { token, body: { username } });

  it('is changed, and the one that is left is nobody else’s', async () => {
    const user = await signUp(test);
    const other = await signUp(test);
    expect(dataOf(await rename(user.token, `${user.username}_b`))).toMatchObject({
      username: `${user.username}_b`,
    });
    expect(refusalOf(await rename(other.token, user.username))).toEqual([409, 'username_taken']);
    const newcomer = { ...newPerson(), username: user.username };
    const refused = await test.call('POST', '/register', { body: newcomer });
    expect(refusalOf(refused)).toEqual([409, 'username_taken']);
    expect((await rename(user.token, user.username)).status).toBe(200);
    expect((await logIn(`${user.username}_b`)).status).toBe(401);
  });

  it('is left ten times: one account keeps no more of them from others', async () => {
    const user = await signUp(test);
    const nameOf = (index: number): string => `${user.username.slice(0, 20)}_${index}`;
    for (let index = 1; index <= 10; index += 1)
      expect((await rename(user.token, nameOf(index))).status).toBe(200);
    const refused = await rename(user.token, nameOf(11));
    expect(refusalOf(refused)).toEqual([422, 'validation_failed']);
    const other = await signUp(test);
    expect((await rename(other.token, nameOf(11))).status).toBe(200);
  });
});

describe('an e-mail address', () => {
  const move = (token: string, email: string, password?: string) =>
    test.call('PATCH', '/user', { token, body: { email, password } });

  it('takes the password, is proved anew, and the old one is told', async () => {
    const user = await signUp(test);
    const email = `new_${user.email}`;
    expect(refusalOf(await move(user.token, email))).toEqual([422, 'validation_failed']);
    expect(refusalOf(await move(user.token, email, WRONG))).toEqual([422, 'password_wrong']);
    expect((await userOf(user.token)).body).toMatchObject({ email: user.email });

    expect(dataOf(await move(user.token, email.toUpperCase(), PASSWORD))).toMatchObject({
      email,
      email_verified: false,
    });
    expect((await mailsTo(test, user.email))[0]?.subject).toBe('Your e-mail address was changed');
    const token = await tokenFor(test, email);
    const proved = await test.call('POST', '/verify-email', { token: user.token, body: { token } });
    expect(proved.status).toBe(200);
    expect((await userOf(user.token)).body).toMatchObject({ email, email_verified: true });
  });

  it('that somebody has proved is answered the same, and its owner told', async () => {
    const [user, owner] = [await signUp(test), await signUp(test)];
    expect((await move(user.token, owner.email, PASSWORD)).status).toBe(200);
    const [mail] = await mailsTo(test, owner.email);
    expect(mail?.subject).toBe('You already have an account');
    // Nobody has signed up.
    expect(mail?.text).not.toContain('signed up');
    expect(mail?.text).toContain(`It already belongs to your account ${owner.username}`);
  });
});

describe('a password', () => {
  it('is changed with the old one, and ends every other session', async () => {
    const user = await signUp(test);
    const elsewhere = String((await logIn(user.email)).body['token']);
    const change = (current: string, password = 'another-password') =>
      test.call('POST', '/user/password', {
        token: user.token,
        body: { current_password: current, password },
      });
    const wrong = await change(WRONG);
    expect(wrong.body).toMatchObject({
      code: 'password_wrong',
      errors: { current_password: ['This password is not right'] },
    });
    const common = await change(PASSWORD, 'iloveyou');
    expect(refusalOf(common)).toEqual([422, 'password_common']);
    expect((await userOf(elsewhere)).status).toBe(200);
    expect((await change(PASSWORD)).status).toBe(200);
    expect((await userOf(user.token)).status).toBe(200);
    expect((await userOf(elsewhere)).status).toBe(401);
    expect((await logIn(user.email)).status).toBe(401);
    expect((await logIn(user.email, 'another-password')).status).toBe(200);
    expect((await mailsTo(test, user.email))[0]?.subject).toBe('Your password was changed');
  });
});

describe('signed-in devices', () => {
  it('are listed, and end one by one, but nobody else’s', async () => {
    const [user, other] = [await signUp(test), await signUp(test)];
    const elsewhere = String((await logIn(user.email)).body['token']);
    const list = async () =>
      dataOf(await test.call('GET', '/user/sessions', { token: user.token })) as {
        id: number;
        is_current: boolean;
      }[];
    const [latest, first] = await list();
    expect([latest?.is_current, first?.is_current]).toEqual([false, true]);
    const end = (token: string) => test.call('DELETE', `/user/sessions/${latest?.id}`, { token });
    expect(refusalOf(await end(other.token))).toEqual([404, 'session_gone']);
    expect((await userOf(elsewhere)).status).toBe(200);
    expect((await end(user.token)).status).toBe(200);
    expect((await userOf(elsewhere)).status).toBe(401);
    expect(refusalOf(await end(user.token))).toEqual([404, 'session_gone']);
    expect(await list()).toHaveLength(1);
  });
});

describe('play limits', () => {
  const set = (token: string, guessesPerDay: number | null, breakUntil: number | null) =>
    test.call('PUT', '/user/limits', {
      token,
      body: {
        guesses_per_day: guessesPerDay,
        break_until: breakUntil === null ? null : new Date(breakUntil).toISOString(),
      },
    });

  it('let so many guesses and entries through a day, over all vouchers', async () => {
    const creator = await addPerson(test.deps, 'limits_creator', { walletMinor: 10_000_000n });
    const player = await addPerson(test.deps, 'limits_player');
    const vouchers = [await openGiveaway(test, creator), await openGiveaway(test, creator)];
    const lottery = await openGiveaway(test, creator, lotteryFields(test, 5 * DAY_MS));
    expect((await set(player.token, 2, null)).status).toBe(200);
    const [first, second] = vouchers;
    if (!first || !second) throw new Error('no vouchers');
    expect((await guess(test, player, first.ulid, wrongCode(first.code))).status).toBe(422);
    // The same again costs nothing, also not of the cap.
    expect((await guess(test, player, first.ulid, wrongCode(first.code))).status).toBe(422);
    expect((await guess(test, player, lottery.ulid, lottery.code)).status).toBe(200);
    const refused = await guess(test, player, second.ulid, second.code);
    expect(refusalOf(refused)).toEqual([429, 'guesses_used_up']);
    test.clock.advance(DAY_MS);
    expect((await guess(test, player, second.ulid, second.code)).status).toBe(200);
  });

  it('take no break until a day that the calendar does not have', async () => {
    const player = await addPerson(test.deps, 'leap_player');
    const reply = await test.call('PUT', '/user/limits', {
      token: player.token,
      body: { guesses_per_day: null, break_until: '2027-02-30T18:00:00Z' },
    });
    expect(refusalOf(reply)).toEqual([422, 'validation_failed']);
    expect(reply.body['errors']).toEqual({ break_until: ['is no time'] });
  });

  it('a break keeps from guessing, and only gets longer', async () => {
    const creator = await addPerson(test.deps, 'break_creator', { walletMinor: 10_000_000n });
    const player = await addPerson(test.deps, 'break_player');
    const voucher = await openGiveaway(test, creator);
    const now = test.clock.now();
    expect((await set(player.token, null, now + 2 * DAY_MS)).status).toBe(200);
    const refused = await guess(test, player, voucher.ulid, voucher.code);
    expect(refusalOf(refused)).toEqual([403, 'on_break']);
    for (const until of [null, now + DAY_MS])
      expect(refusalOf(await set(player.token, null, until))).toEqual([422, 'break_only_longer']);
    expect(refusalOf(await set(player.token, null, now - 1))).toEqual([422, 'validation_failed']);
    expect((await set(player.token, null, now + 3 * DAY_MS)).status).toBe(200);
    test.clock.advance(3 * DAY_MS);
    expect((await guess(test, player, voucher.ulid, voucher.code)).status).toBe(200);
    const limits = await test.call('GET', '/user/limits', { token: player.token });
    expect(dataOf(limits)).toEqual({ guesses_per_day: null, break_until: null });
  });
});

describe('an export', () => {
  it('has what is known of the user, and nothing that guards the account', async () => {
    const user = await signUp(test);
    await fillWallet(test.deps, user.id, 'nigeria', 500_000n);
    const creator = await addPerson(test.deps, 'export_creator', { walletMinor: 10_000_000n });
    const { ulid } = await openGiveaway(test, creator);
    await test.call('POST', `/vouchers/${ulid}/follow`, { token: user.token });
    const channels = { token: user.token, body: { channels: DEFAULT_CHANNELS, quiet_hours: null } };
    expect((await test.call('PUT', '/notifications/preferences', channels)).status).toBe(200);
    const device = {
      token: 'a-secret-of-the-device',
      device_type: 'web',
      device_info: { userAgent: 'the phone', platform: 'Linux', language: 'en' },
    };
    await test.call('POST', '/fcm/token', { token: user.token, body: device });
    await runAdmin(test.deps, ['notice', user.username, 'hello to you']);
    await runAdmin(test.deps, ['find', creator.username]);
    const reply = await test.call('GET', '/user/export', { token: user.token });
    expect(reply.headers['content-disposition']).toBe('attachment; filename="goodies.json"');
    expect(reply.body).toMatchObject({
      user: { username: user.username, email: user.email },
      wallets: [{ currency: 'NGN', amount: 5000 }],
      transactions: [{ amount: 5000, currency: 'NGN' }],
      payments: [{ purpose: 'topup', amount: 5000, status: 'settled' }],
      sessions: [{ ended_at: null }],
      purchases: [],
      push_devices: [{ user_agent: 'the phone', platform: 'Linux', language: 'en' }],
      notifications: [
        { kind: 'announcement', data: { text: 'hello to you' }, read_at: null },
        { kind: 'payment_settled' },
      ],
      notification_preferences: [{ quiet_from: null }],
      follows: [{ voucher: ulid, muted_at: null }],
      support: [{ action: 'notice', subject: `user:${user.id}` }],
    });
    expect(reply.text).not.toMatch(/hash|argon2|encrypted|token|sealed/i);
    expect(reply.text).not.toContain(device.token);
  });
});

it('an export has the digits that the user guessed, and what they wrote on their vouchers', async () => {
  const creator = await addPerson(test.deps, 'export_writer', { walletMinor: 10_000_000n });
  const { ulid, code } = await openGiveaway(test, creator, { ad_copy: 'Fresh fish, daily' });
  const user = await signUp(test);
  const digits = wrongCode(code);
  await guess(test, user, ulid, digits);
  const exportOf = async (token: string) =>
    (await test.call('GET', '/user/export', { token })).body;
  expect(await exportOf(user.token)).toMatchObject({
    guesses: [{ voucher: ulid, code: digits, is_correct: null }],
  });
  expect(await exportOf(creator.token)).toMatchObject({
    vouchers: [{ ulid, ad_copy: 'Fresh fish, daily', ad_url: null, recipient_email: null }],
  });
});

describe('deleting an account', () => {
  const followsOf = (id: number) =>
    test.deps.db.$count(voucherFollows, eq(voucherFollows.userId, id));
  const remove = (token: string, password = PASSWORD) =>
    test.call('DELETE', '/user', { token, body: { password } });

  it('takes the password, leaves the journal without the name, and is the end of it', async () => {
    const user = await signUp(test);
    const creator = await addPerson(test.deps, 'kept_creator', { walletMinor: 10_000_000n });
    const voucher = await openGiveaway(test, creator);
    await guess(test, user, voucher.ulid, wrongCode(voucher.code));
    await test.call('POST', `/vouchers/${voucher.ulid}/follow`, { token: user.token });
    expect(await followsOf(user.id)).toBe(1);
    expect(refusalOf(await remove(user.token, WRONG))).toEqual([422, 'password_wrong']);
    expect((await remove(user.token)).status).toBe(200);
    expect((await userOf(user.token)).status).toBe(401);
    expect((await logIn(user.email)).status).toBe(401);
    expect((await logIn(`deleted-${user.id}`)).status).toBe(401);
    const [row] = await test.deps.db.select().from(users).where(eq(users.id, user.id));
    expect(JSON.stringify(row)).not.toContain(user.username);
    expect(row).toMatchObject({ passwordHash: null, pinHash: null, avatar: null });
    expect(await followsOf(user.id)).toBe(0);
    // Name and address are free again.
    const { username, email } = user;
    const again = await test.call('POST', '/register', {
      body: { username, email, password: PASSWORD },
    });
    expect(again.status).toBe(201);
  });

  it('also ends a session that begins meanwhile, as by Google, which the deletion does not see', async () => {
    const user = await signUp(test);
    expect((await remove(user.token)).status).toBe(200);
    const session = { userId: user.id, remember: true, userAgent: '', now: dateOf(test.clock) };
    const token = await createSession(test.deps.db, session);
    expect((await userOf(token)).status).toBe(401);
  });

  it('waits until nothing is left in it or on its way', async () => {
    const rich = await addPerson(test.deps, 'rich', { walletMinor: 100n });
    expect(refusalOf(await remove(rich.token))).toEqual([409, 'account_not_empty']);

    const payee = await withdrawals.newPayee(1010);
    withdrawalOf(
      await withdrawals.start(payee, { destination: { account_number: waitingOf(payee) } }),
    );
    expect(refusalOf(await remove(payee.token))).toEqual([409, 'account_money_may_return']);

    const buyer = await addPerson(test.deps, 'buying', { walletMinor: 50_000n });
    await test.call('POST', '/airtime/purchase', {
      token: buyer.token,
      body: { network: 'mtn', phone: WAITING_PHONE, amount: 500, currency: 'NGN' },
    });
    expect(refusalOf(await remove(buyer.token))).toEqual([409, 'account_money_may_return']);

    const payer = await addPerson(test.deps, 'paying');
    await test.call('POST', '/wallet/topup/initialize', {
      token: payer.token,
      body: { amount: 500, currency: 'NGN', processor: 'paystack' },
    });
    expect(refusalOf(await remove(payer.token))).toEqual([409, 'account_not_empty']);

    const creator = await addPerson(test.deps, 'still_creating');
    await postGiveaway(test, creator);
    expect(refusalOf(await remove(creator.token))).toEqual([409, 'account_has_vouchers']);
  });
});

describe('signing up', () => {
  it('remembers that the terms were accepted', async () => {
    const person = newPerson();
    await test.call('POST', '/register', { body: { ...person, accepts_terms: true } });
    const [row] = await test.deps.db.select().from(users).where(eq(users.email, person.email));
    expect(row?.termsAcceptedAt).toEqual(new Date(test.clock.now()));
  });
});
