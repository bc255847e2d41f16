import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { HOUR_MS, MINUTE_MS } from '../../../contract/durations.ts';
import { DEFAULT_CHANNELS } from '../../../contract/notifications/kinds.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { createMailOutbox, decryptContent } from '../../../server/notifications/mail/mail-queue.ts';
import type { OutgoingMail } from '../../../server/notifications/mail/mail-transport.ts';
import { sendNotificationMails } from '../../../server/notifications/send-notification-mails.ts';
import { mailsTo } from '../../fixtures/api/accounts.ts';
import { guess, openGiveaway } from '../../fixtures/api/giveaways.ts';
import { noticesPage, readNotices, tell, choose } from '../../fixtures/api/notices.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { verifyEmail, read } from '../../fixtures/api/players.ts';
import type { PreferencesAnswer } from '../../../contract/notifications/calls.ts';

const test = setUpApp();
const { kofi, uche, ada } = setUpPeople(test, {
  kofi: {},
  uche: {},
  ada: { walletMinor: 100_000_000n },
});

const mailsOf = (person: Person) => mailsTo(test, `${person.username}@goodies.test`);
const linkIn = (text: string): string => /Stop mails like this: (\S+)/.exec(text)?.[1] ?? 'none';
const pathOf = (link: string): string => `root:${link.slice('http://localhost:8080'.length)}`;
const emailsOf = async (person: Person) => {
  const { data } = await read<PreferencesAnswer>(test, '/notifications/preferences', person);
  return Object.entries(data.channels).flatMap(([kind, to]) =>
    to.includes('email') ? [kind] : [],
  );
};

describe('a mail about what happened', () => {
  it('says it as text and HTML, with a link that ends mails like it, and leaves once', async () => {
    await tell(test, kofi);
    await sendNotificationMails(test.deps);
    await sendNotificationMails(test.deps);
    const sent = await mailsOf(kofi);
    expect(sent).toHaveLength(1);
    const [mail] = sent;
    expect(mail).toMatchObject({ subject: 'You won ₦1,234.50' });
    expect(mail?.text).toContain('http://localhost:8080/v/01ARZ3NDEKTSV4RRFFQ69G5FAV');
    expect(mail?.text).toContain('/profile/notifications');
    expect(mail?.html).toContain('You won ₦1,234.50');
    expect(mail?.html).toContain(`href="${linkIn(mail?.text ?? '')}"`);
  });

  it('goes to nobody for a kind without mail, whose address is not proved, or who has read it', async () => {
    await tell(test, kofi, { kind: 'coins_earned' });
    const unproved = await addPerson(test.deps, `unproved_${test.round}`, { verified: false });
    await tell(test, unproved);
    await tell(test, uche);
    await readNotices(test, uche, { all: true });
    await sendNotificationMails(test.deps);
    for (const person of [kofi, unproved, uche]) expect(await mailsOf(person)).toEqual([]);
    // Once the address is proved there is nothing to send of before.
    await verifyEmail(test, unproved);
    await sendNotificationMails(test.deps);
    expect(await mailsOf(unproved)).toEqual([]);
  });

  it('waits for the end of quiet hours, and is not sent if it is turned off by then', async () => {
    // It is 10:00 in Lagos.
    const save = (person: Person, channels: object) =>
      choose(test, person, { channels, quiet_hours: { from: '09:30', to: '11:00' } });
    for (const person of [kofi, uche]) {
      await save(person, DEFAULT_CHANNELS);
      await tell(test, person);
      expect((await noticesPage(test, person)).data).toHaveLength(1);
    }
    await sendNotificationMails(test.deps);
    test.clock.advance(HOUR_MS - 1);
    await sendNotificationMails(test.deps);
    for (const person of [kofi, uche]) expect(await mailsOf(person)).toEqual([]);
    await save(uche, { ...DEFAULT_CHANNELS, won: ['in_app'] });
    test.clock.advance(1);
    await sendNotificationMails(test.deps);
    expect(await mailsOf(kofi)).toHaveLength(1);
    expect(await mailsOf(uche)).toEqual([]);
  });

  const wantDigits = () =>
    choose(test, kofi, { channels: { ...DEFAULT_CHANNELS, digit_revealed: ['email'] } });

  it('tells of a digit while its giveaway goes on, and no more once that is over', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    await wantDigits();
    await tell(test, kofi, {
      kind: 'digit_revealed',
      data: { voucher: ulid, amount: 5, currency: 'NGN' },
    });
    await sendNotificationMails(test.deps);
    expect(await mailsOf(kofi)).toHaveLength(1);
    await tell(test, kofi, {
      kind: 'digit_revealed',
      data: { voucher: ulid, amount: 5, currency: 'NGN' },
    });
    await guess(test, uche, ulid, code);
    await sendNotificationMails(test.deps);
    expect(await mailsOf(kofi)).toHaveLength(1);
  });

  it('tells of no digit to who has muted its giveaway meanwhile', async () => {
    const { ulid } = await openGiveaway(test, ada);
    await wantDigits();
    await tell(test, kofi, {
      kind: 'digit_revealed',
      data: { voucher: ulid, amount: 5, currency: 'NGN' },
    });
    await test.call('POST', `/vouchers/${ulid}/mute`, { token: kofi.token });
    await sendNotificationMails(test.deps);
    expect(await mailsOf(kofi)).toEqual([]);
  });

  it('carries the address to unsubscribe at to the mail server', async () => {
    await tell(test, kofi);
    await sendNotificationMails(test.deps);
    const [mail] = await mailsOf(kofi);
    const [row] = await test.deps.db
      .select()
      .from(mails)
      .where(eq(mails.to, `${kofi.username}@goodies.test`));
    if (!row) throw new Error('no mail');
    const outgoing: OutgoingMail[] = [];
    const transport = { send: async (one: OutgoingMail) => void outgoing.push(one) };
    await createMailOutbox(test.deps, transport).sendDue();
    expect(outgoing.filter(({ to }) => to === row.to)).toMatchObject([
      { unsubscribeUrl: linkIn(mail?.text ?? '') },
    ]);
    expect(decryptContent(test.deps.secrets, row).unsubscribeUrl).toBe(
      outgoing.find(({ to }) => to === row.to)?.unsubscribeUrl,
    );
  });
});

describe('the link that ends mails', () => {
  const linkOf = async (person: Person): Promise<string> => {
    await tell(test, person);
    await sendNotificationMails(test.deps);
    const [mail] = await mailsOf(person);
    return pathOf(linkIn(mail?.text ?? ''));
  };

  it('asks first, since scanners open links', async () => {
    const link = await linkOf(kofi);
    const page = await test.call('GET', link);
    expect(page.status).toBe(200);
    expect(page.headers['content-type']).toContain('text/html');
    expect(page.text).toContain('Stop these mails');
    expect(await emailsOf(kofi)).toContain('won');
  });

  it.each([
    ['a mail program', 'List-Unsubscribe=One-Click'],
    ['the form of the page', ''],
  ])('ends mails of that kind alone without signing in: %s', async (_who, body) => {
    const link = await linkOf(kofi);
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    for (const _again of [1, 2])
      expect((await test.call('POST', link, { body, headers })).status).toBe(200);
    expect(await emailsOf(kofi)).toEqual([
      'money_received',
      'voucher_expiring',
      'release_code',
      'payment_disputed',
      'withdrawal_ended',
      'purchase_ended',
      'case_answered',
      'case_decided',
    ]);
    await tell(test, kofi);
    await sendNotificationMails(test.deps);
    expect(await mailsOf(kofi)).toHaveLength(1);
    expect((await noticesPage(test, kofi)).data).toHaveLength(2);
    expect(await emailsOf(uche)).toContain('won');
  });

  it('keeps what else was chosen', async () => {
    const chosen = { ...DEFAULT_CHANNELS, won: ['email', 'push'], coins_earned: ['email'] };
    await choose(test, kofi, { channels: chosen, quiet_hours: { from: '01:00', to: '02:00' } });
    await test.call('POST', await linkOf(kofi));
    const reply = await test.call('GET', '/notifications/preferences', { token: kofi.token });
    expect(reply.body['data']).toEqual({
      channels: { ...chosen, won: ['push'] },
      quiet_hours: { from: '01:00', to: '02:00' },
    });
  });

  it('takes no other', async () => {
    const link = await linkOf(kofi);
    const forged = [
      link.replace(/token=\d+/, `token=${uche.userId}`),
      link.replace('.won.', '.withdrawal_ended.'),
      link.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
      'root:/api/v1/notifications/unsubscribe?token=x',
    ];
    for (const path of forged)
      for (const method of ['GET', 'POST'] as const)
        expect((await test.call(method, path)).status, path).toBe(404);
    const headers = { accept: 'text/html,*/*' };
    const page = await test.call('GET', 'root:/api/v1/notifications/unsubscribe?token=x', {
      headers,
    });
    expect([page.status, page.text]).toEqual([404, expect.stringContaining('not complete')]);
    expect(await emailsOf(uche)).toContain('withdrawal_ended');
    expect(await emailsOf(kofi)).toContain('won');
  });
});

// Last: it moves the clock.
it('a mail of a kind that this node does not know waits for one that does, and keeps no other', async () => {
  for (const person of [uche, kofi]) await tell(test, person);
  const setKind = (kind: string) =>
    test.deps.db.execute(
      sql`update notifications set kind = ${kind} where user_id = ${uche.userId}`,
    );
  await setKind('not_known_yet');
  await sendNotificationMails(test.deps);
  expect([await mailsOf(uche), await mailsOf(kofi)]).toEqual([[], [expect.anything()]]);
  await setKind('won');
  test.clock.advance(5 * MINUTE_MS);
  await sendNotificationMails(test.deps);
  expect(await mailsOf(uche)).toHaveLength(1);
});
