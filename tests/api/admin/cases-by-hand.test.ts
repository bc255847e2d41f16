import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { CASE_ANSWER_MS, CASE_DECIDE_MS } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import { cases } from '../../../server/db/schema/cases.ts';
import { guesses } from '../../../server/db/schema/giveaways.ts';
import { notifications } from '../../../server/db/schema/notifications.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { sendNotificationMails } from '../../../server/notifications/send-notification-mails.ts';
import { Admin, MANDATE, runAdmin } from '../../fixtures/api/admin.ts';
import { caseOf, openCase, write } from '../../fixtures/api/cases.ts';
import { openGiveaway } from '../../fixtures/api/giveaways.ts';
import { noticesOf, savePushToken } from '../../fixtures/api/notices.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { statementOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Withdrawals, withdrawalOf, ownBank } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const { ada } = setUpPeople(test, { ada: { walletMinor: 10_000_000n, hasPin: true } });
const admin = new Admin(test);
const withdrawals = new Withdrawals(test);

const reported = async (person: Person) =>
  openCase(test, person, (await statementOf(test, person))[0]?.reference ?? '');
const run = (...words: string[]) => runAdmin(test.deps, words);

async function expectRefused(words: readonly string[], why: string): Promise<void> {
  const before = await admin.countActions();
  await expect(runAdmin(test.deps, words)).rejects.toThrow(why);
  expect(await admin.countActions()).toBe(before);
}

describe('the list of cases', () => {
  it('has those that are not decided, oldest first, with their age and what is overdue', async () => {
    const first = await reported(ada);
    test.clock.advance(CASE_ANSWER_MS);
    const second = await reported(ada);
    const lines = await run('cases');
    const [one, other] = [first, second].map(({ case_number: number }) =>
      lines.findIndex((line) => line.startsWith(number)),
    );
    expect(one).toBeLessThan(other ?? 0);
    expect(lines[one ?? 0]).toMatch(
      /open {2}not_delivered {2}@ada_\d+ {2}\S+ {2}24 h old {2}OVERDUE$/,
    );
    expect(lines[other ?? 0]).toMatch(/ 0 h old$/);
    expect(await admin.lastAction()).toMatchObject({ ...MANDATE, action: 'cases', subject: 'all' });

    await run('answer', first.case_number, 'We look into it');
    expect((await run('cases'))[one ?? 0]).toMatch(/answered .* 24 h old$/);
    test.clock.advance(CASE_DECIDE_MS - CASE_ANSWER_MS);
    expect((await run('cases'))[one ?? 0]).toMatch(/OVERDUE$/);
    await run('decide', first.case_number, 'Returned');
    expect((await run('cases')).join('\n')).not.toContain(first.case_number);
  });

  it('has a user’s cases and suspicious guesses where the user is looked up', async () => {
    const { case_number: number, reference } = await reported(ada);
    const { ulid } = await openGiveaway(test, ada);
    const [voucher] = await test.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
    await test.deps.db.insert(guesses).values({
      voucherId: voucher?.id ?? 0,
      userId: ada.userId,
      number: 1_000_000,
      guessHash: 'hash',
      guessEncrypted: Buffer.from('guess'),
      isCorrect: false,
      createdAt: new Date(test.clock.now()),
      riskScore: 65,
      riskReasons: ['crowded_device'],
    });
    const found = (await run('find', ada.username)).join('\n');
    expect(found).toContain(`case ${number}  open  not_delivered of ${reference}`);
    expect(found).toMatch(new RegExp(`risk 65 {2}${ulid} {2}\\S+ {2}crowded_device`));
  });

  it('that are overdue are counted by the metrics', async () => {
    const overdue = async (): Promise<number> => {
      const { text } = await test.call('GET', 'root:/metrics');
      return Number(/^cases_overdue (\d+)$/m.exec(text)?.[1]);
    };
    // The metrics go by the clock of the database.
    const now = new Date();
    await test.deps.db.update(cases).set({ createdAt: now });
    await test.deps.db.update(cases).set({ waitingSince: now }).where(eq(cases.status, 'open'));
    expect(await overdue()).toBe(0);
    const { case_number: number } = await reported(ada);
    const set = (values: Partial<typeof cases.$inferInsert>) =>
      test.deps.db.update(cases).set(values).where(eq(cases.caseNumber, number));
    await set({ createdAt: now, waitingSince: new Date(now.getTime() - CASE_ANSWER_MS - HOUR_MS) });
    expect(await overdue()).toBe(1);
    await run('answer', number, 'We look into it');
    expect(await overdue()).toBe(0);
    await set({ createdAt: new Date(now.getTime() - CASE_DECIDE_MS - HOUR_MS) });
    expect(await overdue()).toBe(1);
    await run('decide', number, 'Returned');
    expect(await overdue()).toBe(0);
  });
});

describe('a case', () => {
  it('is shown with what the server knows of its transaction, and that somebody looked', async () => {
    const { reference } = withdrawalOf(await withdrawals.start(ada));
    const { case_number: number } = await openCase(test, ada, reference, {
      text: 'One\ndecided 2026: two',
    });
    const lines = await run('case', number.slice(0, 8));
    const text = lines.join('\n');
    expect(text).toContain(`${number}  open  not_delivered  @${ada.username}  ${reference}`);
    expect(text).toMatch(/transaction j\d+ {2}withdrawal, debit, completed {2}Amount ₦1,000/);
    expect(text).toContain(`payout ${reference}  completed  ₦1,000`);
    expect(text).toContain(`withdraw:${reference}`);
    expect(text).not.toContain(ownBank(ada).account_number);
    expect(lines.filter((line) => line.includes('One decided 2026: two'))).toHaveLength(1);
    expect(await admin.lastAction()).toMatchObject({
      ...MANDATE,
      action: 'case',
      subject: `case:${number}`,
    });
  });

  it('about a voucher is shown with what that is, but not with its code', async () => {
    const { ulid, code } = await openGiveaway(test, ada);
    const { case_number: number } = await reported(ada);
    const text = (await run('case', number)).join('\n');
    expect(text).toContain(`voucher ${ulid}  giveaway, active`);
    expect(text).not.toContain(code);
  });

  it('is answered and decided, which its user is told in the app, by mail and by push', async () => {
    const { case_number: number } = await reported(ada);
    await savePushToken(test, ada, `phone-of-${ada.username}`);
    expect(await run('answer', number, 'Which day was it?')).toEqual([
      `the case of @${ada.username} is answered`,
    ]);
    expect(await admin.lastAction()).toMatchObject({
      ...MANDATE,
      action: 'answer',
      outcome: `the case of user ${ada.userId} is answered`,
    });
    const acknowledged = await caseOf(test, ada, number);
    expect(acknowledged).toMatchObject({ status: 'answered', answer_by: null });
    expect(acknowledged.acknowledged_at).not.toBeNull();
    test.clock.advance(HOUR_MS);
    await write(test, ada, number, 'Friday');
    await run('decide', number, 'The bank has it: here is its number');
    expect(await caseOf(test, ada, number)).toMatchObject({
      status: 'decided',
      outcome: 'The bank has it: here is its number',
      acknowledged_at: acknowledged.acknowledged_at,
      decided_at: new Date(test.clock.now()).toISOString(),
      decide_by: null,
    });

    const told = await noticesOf(test, ada);
    expect(told.map(({ kind, data }) => [kind, data])).toEqual([
      ['case_decided', { case_number: number }],
      ['case_answered', { case_number: number }],
    ]);
    await sendNotificationMails(test.deps);
    const [mail] = await admin.mailsTo(ada);
    expect(mail?.subject).toBe('Your case is decided');
    expect(mail?.text).toContain(`/cases/${number}`);
    expect(mail?.text).not.toContain('The bank has it');
    // It sends what is due.
    const pushed = await test.call('GET', 'root:/sandbox/push');
    expect(pushed.text).toContain(`/cases/${number}`);
  });

  it('is named by its whole number, or by a beginning that no other has', async () => {
    const { case_number: number } = await reported(ada);
    const twin = `${number.slice(0, 8)}-ffff-4fff-8fff-ffffffffffff`;
    await openCase(test, ada, (await statementOf(test, ada))[0]?.reference ?? '', {
      case_number: twin,
    });
    await expectRefused(['case', number.slice(0, 8)], 'give the whole number');
    await run('case', twin);
    for (const unknown of ['00000000', '%', number.slice(0, 7), ada.username])
      await expectRefused(['case', unknown], `there is no case ${unknown}`);
  });

  it('is not answered twice with the same, without a text, or once it is decided', async () => {
    const { case_number: number } = await reported(ada);
    await run('answer', number, 'We look into it');
    await expectRefused(['answer', number, 'We look into it'], 'answered before');
    await expectRefused(['answer', number, '  '], 'the text has 1 to');
    await expectRefused(['decide', number, 'x'.repeat(1_001)], 'the text has 1 to');
    await run('decide', number, 'Returned');
    await expectRefused(['answer', number, 'One more'], 'decided already');
    await expectRefused(['decide', number, 'Kept'], 'decided already');
    expect((await caseOf(test, ada, number)).outcome).toBe('Returned');
    const told = eq(notifications.userId, ada.userId);
    const kinds = await test.deps.db.select().from(notifications).where(told);
    expect(kinds.filter(({ kind }) => kind.startsWith('case_'))).toHaveLength(2);
  });
});
