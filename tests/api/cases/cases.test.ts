import { randomUUID } from 'node:crypto';

import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import type { CasesAnswer } from '../../../contract/cases.ts';
import {
  CASE_ANSWER_MS,
  CASE_DECIDE_MS,
  CASE_TEXT_MAX_CHARS,
  CASES_OPEN_MAX,
  CASES_PAGE_SIZE,
} from '../../../contract/constants.ts';
import { CASE_MESSAGES_MAX } from '../../../server/cases/write-message.ts';
import { dateOf } from '../../../server/clock.ts';
import { caseMessages, cases } from '../../../server/db/schema/cases.ts';
import { rateLimits } from '../../../server/db/schema/http.ts';
import { PASSWORD, signUp } from '../../fixtures/api/accounts.ts';
import { runAdmin } from '../../fixtures/api/admin.ts';
import { caseOf, openCase, report, reportOf, write } from '../../fixtures/api/cases.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { expectFailure, read, statementOf } from '../../fixtures/api/players.ts';
import { refusalOf } from '../../fixtures/api/refusal.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n, hasPin: true },
  kofi: { walletMinor: 1_000_000n },
});
const topups = new Topups(test);

/** Of the payment that filled the wallet. */
const ownReference = async (person: Person): Promise<string> =>
  (await statementOf(test, person))[0]?.reference ?? '';
const iso = (laterMs = 0): string => new Date(test.clock.now() + laterMs).toISOString();
const listOf = (person: Person, query = '') => read<CasesAnswer>(test, `/cases${query}`, person);

describe('a report', () => {
  it('opens a case about the user’s own transaction, with the times that are promised', async () => {
    const reference = await ownReference(ada);
    const [line] = await statementOf(test, ada);
    const opened = await openCase(test, ada, reference, {
      category: 'wrong_amount',
      text: '  It was ₦500 more\nthan I paid ',
    });
    expect(opened).toEqual({
      case_number: opened.case_number,
      reference,
      transaction_id: line?.id,
      category: 'wrong_amount',
      status: 'open',
      created_at: iso(),
      answer_by: iso(CASE_ANSWER_MS),
      decide_by: iso(CASE_DECIDE_MS),
      acknowledged_at: null,
      decided_at: null,
      outcome: null,
      messages: [
        {
          id: opened.case_number,
          author: 'user',
          text: 'It was ₦500 more\nthan I paid',
          created_at: iso(),
        },
      ],
    });
    expect(await caseOf(test, ada, opened.case_number)).toEqual(opened);
    expect(await listOf(ada)).toEqual({ success: true, data: [opened], next_cursor: null });
  });

  it('can be about a payment that is not in the books, whose receipt it finds', async () => {
    const reference = referenceOf(await topups.start(ada));
    const { transaction_id: id } = await openCase(test, ada, reference);
    expect((await read<{ data: object }>(test, `/transactions/${id}`, ada)).data).toMatchObject({
      reference,
      status: 'pending',
    });
  });

  it('that is sent again, also at once, is one case', async () => {
    const body = reportOf(await ownReference(ada));
    const replies = await Promise.all([1, 2, 3].map(() => report(test, ada, body)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201, 201]);
    test.clock.advance(1_000);
    const again = await report(test, ada, { ...body, text: 'Other words' });
    expect(again.text).toBe(replies[0]?.text);
    expect((await listOf(ada)).data).toHaveLength(1);
  });

  it('with the number of somebody else’s case is refused, and says nothing of it', async () => {
    const taken = await openCase(test, kofi, await ownReference(kofi));
    const body = reportOf(await ownReference(ada), { case_number: taken.case_number });
    const reply = await report(test, ada, body);
    expect(refusalOf(reply)).toEqual([422, 'case_refused']);
    expect(reply.text).not.toContain(taken.messages[0]?.text);
    expect(await caseOf(test, kofi, taken.case_number)).toEqual(taken);
    expect((await listOf(ada)).data).toEqual([]);
  });

  it('of what is not in the user’s history is refused', async () => {
    for (const reference of [await ownReference(kofi), 'GDT-000000000000000000000000', "' or 1=1"])
      expect(refusalOf(await report(test, ada, reportOf(reference)))).toEqual([
        404,
        'transaction_not_found',
      ]);
    expect((await listOf(ada)).data).toEqual([]);
  });

  it.each([
    ['no text', { text: ' \n ' }],
    ['too much text', { text: 'x'.repeat(CASE_TEXT_MAX_CHARS + 1) }],
    ['an unknown category', { category: 'angry' as never }],
    ['a number that is no UUID', { case_number: '1' }],
  ])('with %s is refused', async (_, wrong) => {
    const reply = await report(test, ada, { ...reportOf(await ownReference(ada)), ...wrong });
    expect(refusalOf(reply)).toEqual([422, 'validation_failed']);
  });

  it(`is refused while ${CASES_OPEN_MAX} are not decided, also of those at once`, async () => {
    const reference = await ownReference(ada);
    const all = Array.from({ length: CASES_OPEN_MAX + 2 }, () => reportOf(reference));
    const replies = await Promise.all(all.map((body) => report(test, ada, body)));
    const refused = replies.filter(({ status }) => status !== 201);
    expect(refused.map(refusalOf)).toEqual([
      [422, 'too_many_cases'],
      [422, 'too_many_cases'],
    ]);
    const [open] = (await listOf(ada)).data;
    await runAdmin(test.deps, ['decide', open?.case_number ?? '', 'Returned']);
    await openCase(test, ada, reference);
  });
});

describe('the list', () => {
  it('is newest first, in pages, and one’s own alone', async () => {
    const first = await openCase(test, ada, await ownReference(ada));
    await openCase(test, kofi, await ownReference(kofi));
    const now = dateOf(test.clock);
    const old = {
      userId: ada.userId,
      reference: 'r',
      transactionId: 'j1',
      category: 'other',
    } as const;
    const many = Array.from({ length: CASES_PAGE_SIZE }, () => ({
      ...old,
      caseNumber: randomUUID(),
      status: 'open' as const,
      createdAt: now,
      waitingSince: now,
    }));
    await test.deps.db.insert(cases).values(many);
    const page = await listOf(ada);
    expect(page.data.map(({ case_number: number }) => number)).toEqual(
      many.map(({ caseNumber }) => caseNumber).toReversed(),
    );
    const last = await listOf(ada, `?cursor=${page.next_cursor}`);
    expect(last).toEqual({ success: true, data: [first], next_cursor: null });
  });

  it('has nothing of another’s, by its number neither', async () => {
    const { case_number: number } = await openCase(test, kofi, await ownReference(kofi));
    const got = await test.call('GET', `/cases/${number}`, { token: ada.token });
    expectFailure(got, 404, 'case_not_found');
    expectFailure(await write(test, ada, number, 'Mine?'), 404, 'case_not_found');
    expect((await caseOf(test, kofi, number)).messages).toHaveLength(1);
  });
});

describe('a message', () => {
  it('is added once, however often it is sent, and then an answer is owed again', async () => {
    const { case_number: number } = await openCase(test, ada, await ownReference(ada));
    await runAdmin(test.deps, ['answer', number, 'Which day was it?']);
    expect(await caseOf(test, ada, number)).toMatchObject({ status: 'answered', answer_by: null });
    test.clock.advance(3_600_000);
    const id = randomUUID();
    const replies = await Promise.all([1, 2].map(() => write(test, ada, number, 'Friday', id)));
    expect(replies.map(({ status }) => status)).toEqual([201, 201]);
    const written = await caseOf(test, ada, number);
    expect(written).toMatchObject({ status: 'open', answer_by: iso(CASE_ANSWER_MS) });
    expect(written.messages.map(({ author, text }) => [author, text])).toEqual([
      ['user', 'It never came'],
      ['staff', 'Which day was it?'],
      ['user', 'Friday'],
    ]);
    test.clock.advance(3_600_000);
    await write(test, ada, number, 'Saturday, sorry');
    expect((await caseOf(test, ada, number)).answer_by).toBe(written.answer_by);
  });

  it('comes too late for a case that is decided, but a repeat is no news', async () => {
    const { case_number: number } = await openCase(test, ada, await ownReference(ada));
    const id = randomUUID();
    await write(test, ada, number, 'Any news?', id);
    await runAdmin(test.deps, ['decide', number, 'Returned']);
    expectFailure(await write(test, ada, number, 'Thanks'), 409, 'case_decided');
    expect((await write(test, ada, number, 'Any news?', id)).status).toBe(201);
  });

  it('is refused once there are too many', async () => {
    const { case_number: number } = await openCase(test, ada, await ownReference(ada));
    const [row] = await test.deps.db.select().from(cases).where(eq(cases.caseNumber, number));
    const message = { caseId: row?.id ?? 0, author: 'staff', text: 'x' } as const;
    const many = Array.from({ length: CASE_MESSAGES_MAX - 1 }, () => ({
      ...message,
      messageId: randomUUID(),
      createdAt: dateOf(test.clock),
    }));
    await test.deps.db.insert(caseMessages).values(many);
    expectFailure(await write(test, ada, number, 'One more'), 422, 'case_full');
  });

  it('and a report are limited by the hour', async () => {
    const body = reportOf(await ownReference(ada));
    await report(test, ada, body);
    await write(test, ada, body.case_number, 'Any news?');
    await test.deps.db.update(rateLimits).set({ hits: 1_000 });
    expectFailure(await report(test, ada, body), 429, 'too_many_requests');
    const more = await write(test, ada, body.case_number, 'And now?');
    expectFailure(more, 429, 'too_many_requests');
  });
});

describe('an account', () => {
  it('has its cases with all messages in the export', async () => {
    const reference = await ownReference(ada);
    const { case_number: number } = await openCase(test, ada, reference);
    await runAdmin(test.deps, ['answer', number, 'We look into it']);
    const { body } = await test.call('GET', '/user/export', { token: ada.token });
    expect(body).toMatchObject({
      cases: [
        {
          case_number: number,
          reference,
          status: 'answered',
          messages: [
            { author: 'user', text: 'It never came' },
            { author: 'staff', text: 'We look into it' },
          ],
        },
      ],
      support: [{ action: 'answer', subject: `case:${number}` }],
    });
  });

  it('takes its cases and all that was written with it when it is deleted', async () => {
    const { id: userId, username, token } = await signUp(test);
    const user: Person = { userId, username, token, region: 'nigeria' };
    const reference = referenceOf(await topups.start(user));
    await topups.decide(reference, 'failed');
    await topups.verify(user, reference);
    const { case_number: number } = await openCase(test, user, reference, { text: 'Secret words' });
    await runAdmin(test.deps, ['answer', number, 'Secret answer']);
    const gone = await test.call('DELETE', '/user', {
      token: user.token,
      body: { password: PASSWORD },
    });
    expect(gone.status, gone.text).toBe(200);
    const ofCase = eq(cases.caseNumber, number);
    expect(await test.deps.db.$count(cases, ofCase)).toBe(0);
    const left = await test.deps.db.select({ text: caseMessages.text }).from(caseMessages);
    expect(left.map(({ text }) => text)).not.toEqual(
      expect.arrayContaining([expect.stringContaining('Secret')]),
    );
    await expect(runAdmin(test.deps, ['answer', number, 'Hello?'])).rejects.toThrow('no case');
  });
});
