import { eq, like } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import type { NotificationsAnswer } from '../../../contract/notifications/calls.ts';
import type { FeaturedAnswer } from '../../../contract/vouchers.ts';
import { adminActions } from '../../../server/db/schema/operations.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { mails, notifications } from '../../../server/db/schema/notifications.ts';
import { notifyFollowers } from '../../../server/notifications/notify-followers.ts';
import { sendNotificationMails } from '../../../server/notifications/send-notification-mails.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { Admin, MANDATE, runAdmin } from '../../fixtures/api/admin.ts';
import { guess, openGiveaway, payFor } from '../../fixtures/api/giveaways.ts';
import { makeVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { givePasskey } from '../../fixtures/api/passkeys/give-passkey.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { expectFailure, walletOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 10_000_000n, hasPin: true },
  kofi: { walletMinor: 300_000n, hasPin: true },
});
const admin = new Admin(test);

async function expectRefused(words: string, why: string): Promise<void> {
  const before = await admin.countActions();
  await expect(admin.run(words)).rejects.toThrow(why);
  expect(await admin.countActions()).toBe(before);
}

const logIn = ({ username }: Person, password = PASSWORD) =>
  test.call('POST', '/api/login', { body: { email: `${username}@goodies.test`, password } });

describe('looking something up', () => {
  it('shows a user with what support needs, and no secret; that somebody looked is written down', async () => {
    await givePasskey(test.deps, ada);
    await admin.run(`block ${ada.username}`);
    for (const name of [ada.username, `@${ada.username}`, `${ada.username}@goodies.test`]) {
      const text = (await admin.run(`find ${name}`)).join('\n');
      expect(text).toContain(`@${ada.username}  ${ada.username}@goodies.test (verified)`);
      expect(text).toContain('wallet ₦100,000');
      expect(text).toContain('has a PIN, 1 passkey\n');
      expect(text).toContain('BLOCKED since');
      expect(text).toContain(`by hand`);
      expect(text).not.toMatch(/argon2|hash/);
      expect(text).not.toContain(ada.token);
    }
    expect(await admin.lastAction()).toMatchObject({
      ...MANDATE,
      action: 'find',
      subject: `user:${ada.userId}`,
    });
  });

  it('shows a voucher without its code, also of a giveaway that is hidden', async () => {
    const giveaway = await openGiveaway(test, ada);
    const voucher = await makeVoucher(test, ada);
    await payFor(test, ada, voucher.ulid);
    for (const { ulid, code } of [giveaway, voucher]) {
      const text = (await admin.run(`find ${ulid.toLowerCase()}`)).join('\n');
      expect(text).toContain(`voucher ${ulid}`);
      expect(text).toContain(`of @${ada.username}`);
      expect(text).not.toContain(code);
      expect(text).not.toContain(code.slice(0, 6));
    }
  });

  it('shows a withdrawal by its reference, without the whole number of the account', async () => {
    const { Withdrawals, withdrawalOf, ownBank } =
      await import('../../fixtures/api/withdrawals.ts');
    const { reference } = withdrawalOf(await new Withdrawals(test).start(ada));
    const text = (await admin.run(`find ${reference}`)).join('\n');
    expect(text).toContain(`payout ${reference}  completed  ₦1,000 of @${ada.username}`);
    expect(text).toContain(`withdraw:${reference}`);
    const { account_number: number } = ownBank(ada);
    expect(text).not.toContain(number);
    expect(text).toContain(`…${number.slice(-4)}`);
  });

  it('shows a top-up and any other movement by its reference', async () => {
    const list = await test.call('GET', '/transactions', { token: ada.token });
    const [line] = (list.body as unknown as { data: { reference: string }[] }).data;
    const text = (await admin.run(`find ${line?.reference}`)).join('\n');
    expect(text).toContain(`payment ${line?.reference}  topup, settled  ₦100,000`);
    const { ulid } = await openGiveaway(test, ada);
    expect((await admin.run(`find ${ulid}`)).join('\n')).toContain('giveaway, active');
  });

  it('takes an address that nobody has proved for nobody’s', async () => {
    await test.deps.db
      .update(users)
      .set({ emailVerifiedAt: null })
      .where(eq(users.id, kofi.userId));
    const why = 'nobody has proved that address: give the username';
    await expectRefused(`find ${kofi.username}@goodies.test`, why);
    await expectRefused(`block ${kofi.username}@goodies.test`, why);
    await admin.run(`block @${kofi.username}`);
  });

  it('says so where there is nothing', () =>
    expectRefused('find nobody_of_that_name', 'there is no user, voucher or reference'));
});

describe('featuring a giveaway', () => {
  const featured = async () => {
    const reply = await test.call('GET', '/vouchers/featured');
    return (JSON.parse(reply.text) as FeaturedAnswer).data.map(({ ulid }) => ulid);
  };

  it('puts it first, the last one before all, until it is taken from there', async () => {
    const { ulid } = await openGiveaway(test, ada);
    const second = await openGiveaway(test, ada);
    await admin.run(`feature ${ulid}`);
    test.clock.advance(1000);
    await admin.run(`feature ${second.ulid}`);
    expect((await featured()).slice(0, 2)).toEqual([second.ulid, ulid]);
    await expectRefused(`feature ${ulid}`, 'is featured already');
    await admin.run(`unfeature ${second.ulid}`);
    expect((await featured())[0]).toBe(ulid);
    await expectRefused(`unfeature ${second.ulid}`, 'is not featured');
  });

  it('does not show one that was won', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await admin.run(`feature ${ulid}`);
    await guess(test, kofi, ulid, code);
    expect(await featured()).not.toContain(ulid);
  });

  it('is refused for a private one and for what is not open', async () => {
    const { ulid } = await openGiveaway(test, ada, { is_private: '1' });
    await expectRefused(`feature ${ulid}`, 'no open, public giveaway');
    await expectRefused('feature 01J0000000000000000000000X', 'there is no voucher');
  });
});

describe('blocking a user', () => {
  it('ends their sessions, refuses them and says why; money and vouchers stay', async () => {
    const voucher = await makeVoucher(test, ada);
    await payFor(test, ada, voucher.ulid);
    const before = await walletOf(test, ada);
    await admin.run(`block @${ada.username}`);
    const refused = await test.call('GET', '/wallet/balances', { token: ada.token });
    expectFailure(
      refused,
      401,
      'account_blocked',
      'This account is blocked. Please write to support.',
    );
    expectFailure(await logIn(ada), 401, 'account_blocked');
    // Only to who knows the password.
    expectFailure(await logIn(ada, 'another password'), 401, 'invalid_credentials');
    // What everybody may see is shown as to everybody.
    const seen = await test.call('GET', '/vouchers/featured', { token: ada.token });
    expect(seen.status).toBe(200);
    // Whoever was given the code has given something for it.
    const redeem = await test.call('POST', '/vouchers/redeem', {
      token: kofi.token,
      body: { code: voucher.code },
    });
    expect(redeem.status, redeem.text).toBe(200);
    const [mail] = await admin.mailsTo(ada);
    expect(mail?.subject).toBe('Your account is blocked');
    expect(mail?.text).toContain(MANDATE.why);
    await expectRefused(`block ${ada.username}`, 'is blocked already');

    await admin.run(`unblock ${ada.username}`);
    await expectRefused(`unblock ${ada.username}`, 'is not blocked');
    // The old session is over; a new one is as before.
    expectFailure(await test.call('GET', '/user', { token: ada.token }), 401, 'unauthenticated');
    const reply = await logIn(ada);
    expect(reply.status, reply.text).toBe(200);
    expect(await walletOf(test, { ...ada, token: String(reply.body['token']) })).toBe(before);
  });

  it('refuses also a session that begins at the same moment', async () => {
    await admin.run(`block ${kofi.username}`);
    const { createSession } = await import('../../../server/accounts/sessions.ts');
    const now = new Date(test.clock.now());
    const session = { userId: kofi.userId, remember: false, userAgent: 'test', now };
    const token = await createSession(test.deps.db, session);
    expectFailure(await test.call('GET', '/user', { token }), 401, 'account_blocked');
    await admin.run(`unblock ${kofi.username}`);
    expectFailure(await test.call('GET', '/user', { token }), 401, 'unauthenticated');
  });
});

describe('telling people something', () => {
  const told = async ({ token }: Person) => {
    const reply = await test.call('GET', '/notifications', { token });
    const { data } = JSON.parse(reply.text) as NotificationsAnswer;
    return data.filter(({ kind }) => kind === 'announcement');
  };
  const notice = (to: string, text: string) => runAdmin(test.deps, ['notice', to, text]);

  it('stands in the list of one user, once', async () => {
    const text = `Your voucher is fixed, ${test.round}`;
    await notice(ada.username, text);
    expect(await told(ada)).toMatchObject([{ kind: 'announcement', data: { text } }]);
    expect(await told(kofi)).toEqual([]);
    await expect(notice(ada.username, text)).rejects.toThrow('the same was told before');
    expect(await told(ada)).toHaveLength(1);
    // The row stays for good.
    const { outcome = '' } = (await admin.lastAction()) ?? {};
    expect(outcome).toMatch(/^user \d+ is told announcement:[\da-f]{32}$/);
  });

  it('stands in everybody’s list, whatever they chose, by mail in nobody’s; once', async () => {
    const text = `Back at ten, ${test.round}`;
    await notice('all', text);
    await notifyFollowers(test.deps, 2);
    await notifyFollowers(test.deps, 2);
    for (const person of [ada, kofi])
      expect(await told(person)).toMatchObject([{ data: { text } }]);
    await sendNotificationMails(test.deps);
    expect(await test.deps.db.$count(mails, eq(mails.subject, 'From Goodies'))).toBe(0);
    await expect(notice('all', text)).rejects.toThrow('the same was told before');
  });

  it('is refused without a text, with a long one, and to nobody', async () => {
    for (const text of ['', '  ', 'x'.repeat(501)])
      await expect(notice(ada.username, text)).rejects.toThrow('1 to 500 characters');
    await expect(notice('nobody_here', 'hello')).rejects.toThrow('there is no user');
  });
});

describe('trying again what was given up', () => {
  const fail = (where: string) =>
    test.deps.database.executeSql(
      `update jobs.job set state = 'failed', completed_on = now() where ${where}`,
      [],
    );

  it('sends a mail again: once it failed, and not while it is tried or once it was sent', async () => {
    await admin.run(`block ${kofi.username}`);
    const [mail] = await test.deps.db
      .select()
      .from(mails)
      .where(eq(mails.to, `${kofi.username}@goodies.test`));
    const id = mail?.id ?? 0;
    await expectRefused(`requeue mail ${id}`, 'is still being tried');
    await test.deps.db.update(mails).set({ dueAt: null }).where(eq(mails.id, id));
    expect((await admin.run('failed')).join('\n')).toContain(
      `mail ${id}  to ${kofi.username}@goodies.test  “Your account is blocked”`,
    );
    expect(await admin.run(`requeue mail ${id}`)).toEqual([`mail ${id} is tried again`]);
    await expectRefused(`requeue mail ${id}`, 'is still being tried');
    await test.deps.db.update(mails).set({ sentAt: new Date() }).where(eq(mails.id, id));
    await expectRefused(`requeue mail ${id}`, 'was sent');
    await expectRefused('requeue mail 999999', 'there is no mail');
  });

  it('tries a job again, once', async () => {
    await test.deps.jobs.send(test.deps.db, 'expire-voucher', { voucherId: 999_999 });
    await fail(`name = 'expire-voucher' and data->>'voucherId' = '999999'`);
    const line = (await admin.run('failed')).find((one) => one.includes('expire-voucher')) ?? '';
    const id = line.split(' ')[1] ?? '';
    expect(await admin.run(`requeue job ${id}`)).toEqual([
      'a job of expire-voucher is tried again',
    ]);
    expect(await test.deps.jobs.listWaiting('expire-voucher')).toContainEqual({
      voucherId: 999_999,
    });
    await expectRefused(`requeue job ${id}`, 'there is no job');
    await expectRefused('requeue job 12', 'there is no job');
  });

  it('lists the last of each queue: one whose jobs fail each minute hides no other', async () => {
    await test.deps.jobs.send(test.deps.db, 'draw-lottery', { voucherId: 999_998 });
    await fail(`name = 'draw-lottery' and data->>'voucherId' = '999998'`);
    await test.deps.database.executeSql(
      `insert into jobs.job (name, state, completed_on)
      select 'settle-arrivals', 'failed', now() + i * interval '1 minute' from generate_series(1, 130) i`,
      [],
    );
    const lines = await admin.run('failed');
    expect(lines.join('\n')).toContain('  draw-lottery  given up ');
    expect(lines.filter((line) => line.includes('  settle-arrivals  '))).toHaveLength(20);
    expect(lines).toContain('  and 110 more of settle-arrivals');
  });

  it('lists the mails that were given up last', async () => {
    const rows = Array.from({ length: 101 }, (_, n) => ({
      to: `given-up-${n}@goodies.test`,
      subject: 'Hello',
      createdAt: new Date(),
    }));
    await test.deps.db.insert(mails).values(rows);
    const text = (await admin.run('failed')).join('\n');
    expect(text).toContain('to given-up-100@goodies.test');
    expect(text).toMatch(/and \d+ more of mails, earlier ones/);
    await test.deps.db.delete(mails).where(like(mails.to, 'given-up-%'));
  });

  it('mails a notification again, but no announcement', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await guess(test, kofi, ulid, code);
    await sendNotificationMails(test.deps);
    const rows = () =>
      test.deps.db.select().from(notifications).where(eq(notifications.userId, kofi.userId));
    const won = (await rows()).find(({ kind }) => kind === 'won');
    const before = (await admin.mailsTo(kofi)).length;
    expect((await admin.run(`find ${kofi.username}`)).join('\n')).toContain(
      `notice ${won?.id}  won`,
    );
    await admin.run(`requeue notice ${won?.id}`);
    await expectRefused(`requeue notice ${won?.id}`, 'can be written again');
    await sendNotificationMails(test.deps);
    expect(await admin.mailsTo(kofi)).toHaveLength(before + 1);
    await runAdmin(test.deps, ['notice', kofi.username, `hello ${test.round}`]);
    const announced = (await rows()).find(({ kind }) => kind === 'announcement');
    await expectRefused(`requeue notice ${announced?.id}`, 'can be written again');
    await expectRefused('requeue cat 1', 'job, mail, webhook, notice can be tried again');
  });
});

describe('a command that is not whole', () => {
  it.each([
    ['delete everything', 'which command?'],
    ['constructor', 'which command?'],
    ['find', 'npm run admin -- find USER|VOUCHER|REFERENCE --by NAME --why TEXT'],
    ['refund one two', 'npm run admin -- refund PAYMENT|VOUCHER'],
    ['requeue mail', 'npm run admin -- requeue job|mail|webhook|notice ID'],
  ])('is refused with what it should be: %s', expectRefused);

  it.each([
    'find ada',
    'holds',
    'failed',
    'feature X',
    'refund X',
    'block ada',
    'payment X',
    'release 1',
    'reverse 1',
  ])('is refused without a name and a reason: %s', async (words) => {
    const { runCommand } = await import('../../../server/admin/commands.ts');
    const [name, ...operands] = words.split(' ');
    const before = await admin.countActions();
    for (const given of [{}, { by: 'Chidi' }, { why: 'because' }, { by: ' ', why: 'because' }])
      await expect(runCommand(test.deps, name, { operands, ...given })).rejects.toThrow(
        /is written down|there is no/,
      );
    expect(await admin.countActions()).toBe(before);
  });
});

it('keeps what was written down as it is: no row is changed or deleted', async () => {
  await admin.run(`block ${kofi.username}`);
  const { db } = test.deps;
  await expect(db.update(adminActions).set({ why: 'another reason' })).rejects.toThrow();
  await expect(db.delete(adminActions)).rejects.toThrow();
});
