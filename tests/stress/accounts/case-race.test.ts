import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { deleteUser } from '../../../server/accounts/delete-user.ts';
import { openCase } from '../../../server/cases/open-case.ts';
import { writeMessage } from '../../../server/cases/write-message.ts';
import { caseMessages, cases } from '../../../server/db/schema/cases.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import { initializeTopup } from '../../../server/payments/initialize-payment.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { runAdmin } from '../../fixtures/api/admin.ts';
import { reportOf } from '../../fixtures/api/cases.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { outcomeOf } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';
import { keepSessions, meet } from './meet.ts';

const scene = setUpScene();

/** Somebody with nothing but a payment that failed, which stands in their history. */
async function addPayer(name: string): Promise<{ person: Person; reference: string }> {
  const { deps } = scene;
  const person = await addPerson(deps, name);
  const { userId } = person;
  const order = { userId, amount: 100, currency: 'NGN', processor: 'paystack' } as const;
  const { reference } = await initializeTopup(deps, undefined, order);
  await deps.db.update(payments).set({ status: 'failed' }).where(eq(payments.reference, reference));
  return { person, reference };
}

const leave = ({ userId }: Person): Promise<string> =>
  outcomeOf(deleteUser(scene.deps, { userId, password: PASSWORD, address: '::1' }));

async function expectNoCase({ userId }: Person): Promise<void> {
  const { db } = scene.deps;
  expect(await db.$count(cases, eq(cases.userId, userId))).toBe(0);
  expect(await db.$count(caseMessages)).toBe(0);
}

it('of two users who report with one number at once, one has the case', async () => {
  const one = await addPayer('number_one');
  const two = await addPayer('number_two');
  const { case_number } = reportOf('');
  const outcomes = await Promise.all(
    [one, two].map(({ person, reference }) =>
      outcomeOf(openCase(scene.deps, person, reportOf(reference, { case_number }))),
    ),
  );
  expect(outcomes.toSorted()).toEqual(['case_refused', 'done']);
  const found = await scene.deps.db.select().from(cases);
  expect(found).toHaveLength(1);
  expect(await scene.deps.db.$count(caseMessages)).toBe(1);
  await scene.deps.db.delete(cases);
});

it('a report by an account that is being deleted is not kept', async () => {
  const { person, reference } = await addPayer('leaving_reporter');
  const outcomes = await meet(
    scene.deps.db,
    keepSessions(person),
    () => leave(person),
    () => outcomeOf(openCase(scene.deps, person, reportOf(reference))),
  );
  expect(outcomes).toEqual(['done', 'unauthenticated']);
  await expectNoCase(person);
});

it.each([
  [
    'an answer',
    'there is no case',
    (number: string) => runAdmin(scene.deps, ['answer', number, 'Which day?']),
  ],
  [
    'a message',
    'unauthenticated',
    (number: string, person: Person) =>
      writeMessage(scene.deps, person, number, { text: 'Friday', message_id: number }),
  ],
] as const)(
  '%s to a case whose user is being deleted goes with it',
  async (what, refused, write) => {
    const { person, reference } = await addPayer(`leaving_with_${what.replace(' ', '_')}`);
    const { case_number: number } = await openCase(scene.deps, person, reportOf(reference));
    const outcomes = await meet(
      scene.deps.db,
      keepSessions(person),
      () => leave(person),
      () => outcomeOf(write(number, person)),
    );
    expect(outcomes[0]).toBe('done');
    expect(outcomes[1]).toContain(refused);
    await expectNoCase(person);
  },
);
