import { eq, sql } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { DAY_MS } from '../../../contract/durations.ts';
import { createSession } from '../../../server/accounts/sessions.ts';
import { dateOf } from '../../../server/clock.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { purchases as purchaseRows } from '../../../server/db/schema/disbursements.ts';
import { exchangeRates } from '../../../server/db/schema/exchange.ts';
import { payments, webhookEvents } from '../../../server/db/schema/payments.ts';
import { PAYOUTS, reconcilePayouts } from '../../../server/disbursements/payouts.ts';
import { reconcilePurchases } from '../../../server/disbursements/purchases.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { unclaimedIn, walletOf as wallet } from '../../../server/ledger/journal.ts';
import { readBalance } from '../../../server/ledger/read-ledger.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { PASSWORD, signUp } from '../../fixtures/api/accounts.ts';
import { dumpTables } from '../../fixtures/api/dump.ts';
import { openGiveaway } from '../../fixtures/api/giveaways.ts';
import { openVoucher, redeem } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, fillWallet, type Person } from '../../fixtures/api/people.ts';
import { givePin, PIN } from '../../fixtures/api/pins.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();

/** What says who somebody is, or where they are found. */
const PERSONAL = {
  account: '0198765431',
  holder: 'Zebulon Quist',
  phone: '08031239871',
  meter: '04998877661',
  friend: 'friend.of.z@mail.test',
  payer: 'payer.z@bank.test',
  card: '408408******4081',
  agent: 'ZebuPhone 7',
  push: 'f:APA91b-zebulon_quist:device',
  google: '110248495921238986420',
} as const;

/** An account that has done all that leaves a trace, and whose wallet is empty again. */
async function fillAccount() {
  const { db } = test.deps;
  const inviter = await signUp(test);
  const joined = await signUp(test, { referralCode: inviter.referralCode });
  const { id: userId, token, email } = joined;
  const call = async (method: 'POST' | 'PATCH' | 'PUT', path: string, body: object) => {
    const reply = await test.call(method, path, { token, body });
    if (reply.status >= 300) throw new Error(`${path}: ${reply.text}`);
    return reply.body;
  };
  const username = `zebulon_${userId}`;
  const person: Person = { userId, username, region: 'nigeria', token };
  await call('PATCH', '/user', { username });
  await db
    .update(users)
    .set({ googleSubject: PERSONAL.google, termsAcceptedAt: dateOf(test.clock) })
    .where(eq(users.id, userId));
  await db.execute(
    sql`update sessions set user_agent = ${PERSONAL.agent}, device_id = 'device-of-zebulon' where user_id = ${userId}`,
  );
  await givePin(test.deps, userId);
  await fillWallet(test.deps, userId, 'nigeria', 1_000_000n);
  const [payment] = await db.select().from(payments).where(eq(payments.userId, userId));
  await db.insert(webhookEvents).values({
    gateway: 'paystack',
    eventKey: `z-${userId}`,
    type: 'charge.success',
    subject: 'payment',
    reference: payment?.reference ?? '',
    body: JSON.stringify({ email: PERSONAL.payer, card: PERSONAL.card }),
    receivedAt: dateOf(test.clock),
  });
  const destination = {
    type: 'bank',
    code: '058',
    account_number: PERSONAL.account,
    account_name: PERSONAL.holder,
  };
  await call('POST', '/wallet/withdraw', { amount: 1000, currency: 'NGN', destination, pin: PIN });
  const { phone, meter } = PERSONAL;
  const spent = { amount: 500, currency: 'NGN', pin: PIN };
  await call('POST', '/airtime/purchase', { ...spent, network: 'mtn', phone });
  const bill = { biller: 'ikeja', item: 'ikeja-prepaid', customer: meter, fee: 100 };
  await call('POST', '/bills/pay', { ...spent, amount: 1000, ...bill });
  const device = {
    token: PERSONAL.push,
    device_type: 'web',
    device_info: { userAgent: PERSONAL.agent, platform: 'Linux', language: 'en' },
  };
  await call('POST', '/fcm/token', device);
  await db.insert(exchangeRates).values({
    rates: { NGN: 1500, GHS: 12, KES: 130 },
    source: 'live',
    readAt: dateOf(test.clock),
  });
  await call('POST', '/wallet/exchange/quote', { from: 'NGN', to: 'GHS', amount: 100 });
  const friends = await openVoucher(test, person, {
    restrict_recipient: '1',
    recipient_email: PERSONAL.friend,
  });
  await test.call('POST', `/vouchers/${friends.ulid}/cancel`, { token });
  const other = await addPerson(test.deps, `other_${userId}`, { walletMinor: 10_000_000n });
  const gift = await openVoucher(test, other, { restrict_recipient: '1', recipient_email: email });
  expect((await redeem(test, person, gift.code)).status).toBe(200);
  const kept = await openVoucher(test, other, { restrict_recipient: '1', recipient_email: email });
  const hidden = await openGiveaway(test, other, { is_private: '1' });
  const named = await test.call('POST', `/vouchers/${hidden.ulid}/allowed-users`, {
    token: other.token,
    body: { users: [username, email, joined.username] },
  });
  expect(named.status).toBe(200);
  const left = await walletOf(test, person);
  await call('POST', '/wallet/withdraw', {
    // The rest is the rail's fee.
    amount: left - 25,
    currency: 'NGN',
    destination,
    pin: PIN,
  });
  const [order] = await db.select().from(purchaseRows).where(eq(purchaseRows.kind, 'bill'));
  return {
    person,
    email,
    kept,
    other,
    personal: [
      ...Object.values(PERSONAL),
      email,
      username,
      joined.username,
      order?.customerName ?? '',
      order?.token ?? '',
      `234${phone.slice(1)}`,
    ].filter((value) => value !== phone),
    traces: [gift.ulid, hidden.ulid, inviter.username, 'device-of-zebulon', 'charge.success'],
  };
}

it('an export has every personal value, and after the deletion no table has one', async () => {
  const { person, personal, traces, kept, other } = await fillAccount();
  const { token } = person;
  const before = [...(await dumpTables(test.deps.database)).values()].join('\n');
  const exported = await test.call('GET', '/user/export', { token });
  expect(exported.status).toBe(200);
  // What a processor reported is listed, without its words.
  const untold = new Set<string>([PERSONAL.payer, PERSONAL.card, PERSONAL.push]);
  for (const value of personal) {
    expect(before).toContain(value);
    if (!untold.has(value)) expect(exported.text).toContain(value);
  }
  for (const trace of traces) expect(exported.text).toContain(trace);
  expect(exported.body).toMatchObject({
    account: [{ terms_accepted_at: expect.any(String), has_pin: true }],
    exchanges: [{ from_currency: 'NGN', to_currency: 'GHS', amount: 100, used_at: null }],
    saved_accounts: [{ account_number: PERSONAL.account, account_name: PERSONAL.holder }],
    named_accounts: [{ account: `NGN bank 058 ${PERSONAL.account}`, is_owner: true }],
    referrals: [{ way: 'invited by' }],
  });

  const remove = async () => {
    const session = { userId: person.userId, remember: true, userAgent: PERSONAL.agent };
    const again = await createSession(test.deps.db, { ...session, now: dateOf(test.clock) });
    return test.call('DELETE', '/user', { token: again, body: { password: PASSWORD } });
  };
  const early = await remove();
  expect([early.status, early.body['code']]).toEqual([409, 'account_money_may_return']);
  expect(early.body['message']).toMatch(/may still come back until 3 Nov 2026, \d\d:\d\d/);
  test.clock.advance(DAY_MS);
  await reconcilePayouts(test.deps);
  await reconcilePurchases(test.deps);
  expect((await remove()).status).toBe(200);

  for (const [table, rows] of await dumpTables(test.deps.database))
    for (const value of personal) expect(rows.includes(value), `${table} has ${value}`).toBe(false);
  // A voucher that was for them alone is for nobody else, and its creator can take it back.
  expect((await redeem(test, other, kept.code)).status).toBe(403);
  const cancelled = await test.call('POST', `/vouchers/${kept.ulid}/cancel`, {
    token: other.token,
  });
  expect(cancelled.status).toBe(200);
});

it('what comes back after the deletion is kept, and paid once to the account that its owner has then', async () => {
  const withdrawals = new Withdrawals(test);
  const admin = new Admin(test);
  const leaving = await withdrawals.newPayee(1010);
  const { reference } = withdrawalOf(await withdrawals.start(leaving));
  test.clock.advance(DAY_MS);
  await reconcilePayouts(test.deps);
  const gone = await test.call('DELETE', '/user', {
    token: leaving.token,
    body: { password: PASSWORD },
  });
  expect(gone.status).toBe(200);
  for (let times = 0; times < 2; times += 1)
    await settleByReference(withdrawals.depsSaying('failed'), PAYOUTS, reference);
  expect(await readBalance(test.deps.db, wallet(leaving.userId, 'NGN'))).toBe(0n);
  const kept = () => readBalance(test.deps.db, unclaimedIn('NGN'));
  expect(await kept()).toBe(101_000n);
  const listed = `${reference}  ₦1,010  of user ${leaving.userId}  since ${dateOf(test.clock).toISOString()}`;
  expect(await admin.run('unclaimed')).toEqual([listed]);
  const again = await addPerson(test.deps, 'again');
  await expect(admin.run(`pay-unclaimed gdw-none ${again.username}`)).rejects.toThrow(
    'nothing is kept for gdw-none',
  );
  await admin.run(`pay-unclaimed ${reference} ${again.username}`);
  expect([await kept(), await walletOf(test, again)]).toEqual([0n, 1010]);
  await expect(admin.run(`pay-unclaimed ${reference} ${again.username}`)).rejects.toThrow(
    `nothing is kept for ${reference}`,
  );
  expect(await admin.run('unclaimed')).toEqual(['nothing is unclaimed']);
});
