import { and, eq, inArray } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { updateUser } from '../../../server/accounts/profile.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { mails } from '../../../server/db/schema/notifications.ts';
import { addressLeftMail } from '../../../server/notifications/mail/account-mails.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { outcomeOf } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';
import { meet } from './meet.ts';

const scene = setUpScene();

/** Chooses two addresses, the second while the first is being stored. @returns those that were told of being left */
async function moveTwice(name: string, first: string, second: string): Promise<readonly string[]> {
  const { deps } = scene;
  const { userId } = await addPerson(deps, name);
  const own = eq(users.id, userId);
  const [before] = await deps.db.select().from(users).where(own);
  const moveTo = (email: string) => () =>
    outcomeOf(updateUser(deps, { userId, email, password: PASSWORD, address: '::1' }));
  const outcomes = await meet(
    deps.db,
    (tx) => tx.select().from(users).where(own).for('update'),
    moveTo(first),
    moveTo(second),
  );
  expect(outcomes).toEqual(['done', 'done']);
  expect(await deps.db.select({ email: users.email }).from(users).where(own)).toEqual([
    { email: second },
  ]);
  const { subject } = addressLeftMail('token', null);
  const addresses = [before?.email ?? '', first, second];
  const told = await deps.db
    .select({ to: mails.to })
    .from(mails)
    .where(and(eq(mails.subject, subject), inArray(mails.to, addresses)))
    .orderBy(mails.id);
  return told.map(({ to }) => (to === before?.email ? 'the old one' : to));
}

it('of two addresses that are chosen at the same moment each that is left is told', async () => {
  expect(await moveTwice('moving', 'first@mail.test', 'second@mail.test')).toEqual([
    'the old one',
    'first@mail.test',
  ]);
});

it('an address that is chosen twice at the same moment is moved to once', async () => {
  expect(await moveTwice('tapping', 'new@mail.test', 'new@mail.test')).toEqual(['the old one']);
});
