import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { createEmailToken } from '../../../server/accounts/email-tokens.ts';
import { freezeAccount, undoEmailChange, unfreeze } from '../../../server/accounts/freeze.ts';
import { resetPassword } from '../../../server/accounts/change-password.ts';
import { setPin } from '../../../server/accounts/set-pin.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { payouts } from '../../../server/db/schema/disbursements.ts';
import { subscribeFromWallet } from '../../../server/premium/subscribe.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { addPerson, nairaOf, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { requestOf } from '../../fixtures/api/withdrawals.ts';
import { outcomeOf } from '../payment-voucher-scene.ts';
import { setUpScene } from '../scene.ts';
import { keepSessions, meet } from './meet.ts';

const scene = setUpScene();

const FULL = 5_000;
const ADDRESS = '192.0.2.9';

const newOwner = (name: string): Promise<Person> =>
  addPerson(scene.deps, name, { walletMinor: BigInt(FULL) * 100n, hasPin: true });
const take = (person: Person): Promise<string> =>
  outcomeOf(withdraw(scene.deps, undefined, person.userId, requestOf(person)));

async function linkOf(
  { userId }: Person,
  purpose: Parameters<typeof createEmailToken>[2],
): Promise<string> {
  const { db } = scene.deps;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error('no user');
  return createEmailToken(db, user, purpose, new Date());
}

const reset = async (person: Person): Promise<() => Promise<string>> => {
  const token = await linkOf(person, 'reset');
  return () =>
    outcomeOf(
      resetPassword(scene.deps, { token, password: 'a-password-of-now', address: ADDRESS }),
    );
};

/** What left, and what is still there, agree with what the withdrawal was told. */
async function expectTold(person: Person, told: string): Promise<void> {
  const left = await scene.deps.db.$count(payouts, eq(payouts.userId, person.userId));
  const isWhole = (await nairaOf(scene.deps, person)) === FULL;
  expect([told, left, isWhole]).toEqual(told === 'done' ? ['done', 1, false] : [told, 0, true]);
}

it('a withdrawal beside a new password by mail leaves before it or not at all', async () => {
  const people = await Promise.all(Array.from({ length: 12 }, (_, n) => newOwner(`beside_${n}`)));
  for (const [n, person] of people.entries()) {
    const renew = await reset(person);
    const works = n % 2 === 0 ? [renew(), take(person)] : [take(person), renew()];
    const outcomes = await Promise.all(works);
    const [told = '', renewed] = n % 2 === 0 ? outcomes.toReversed() : outcomes;
    expect(renewed).toBe('done');
    expect(['done', 'outgoing_paused']).toContain(told);
    await expectTold(person, told);
    expect(await take(person)).toBe('outgoing_paused');
  }
});

it.each([
  ['a new password', reset],
  [
    'a freeze',
    async ({ userId }: Person) =>
      () =>
        outcomeOf(freezeAccount(scene.deps, userId)),
  ],
])(
  'a withdrawal that comes while %s is being stored waits, and is refused',
  async (what, begin) => {
    const person = await newOwner(`waiting_${what.length}`);
    const outcomes = await meet(scene.deps.db, keepSessions(person), await begin(person), () =>
      take(person),
    );
    const refusal = what === 'a freeze' ? 'account_frozen' : 'outgoing_paused';
    expect(outcomes).toEqual(['done', refusal]);
    await expectTold(person, refusal);
  },
);

it('payments of one user that also change the user, at the same moment, are no deadlock', async () => {
  const person = await newOwner('premium_often');
  const plan = { amount: 1_000, currency: 'NGN', pin: PIN } as const;
  const subscribe = () =>
    outcomeOf(subscribeFromWallet(scene.deps, undefined, person.userId, plan));
  const outcomes = await Promise.all(Array.from({ length: 12 }, subscribe));
  expect(outcomes.filter((outcome) => outcome === 'done')).toHaveLength(1);
  expect(new Set(outcomes)).toEqual(new Set(['done', 'already_premium']));
});

it('a mailed link is used once, however often at the same moment', async () => {
  const { deps } = scene;
  const AT_ONCE = 5;
  const expectOnce = async (use: () => Promise<unknown>): Promise<void> => {
    const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => outcomeOf(use())));
    expect(outcomes.toSorted()).toEqual([
      'done',
      ...Array<string>(AT_ONCE - 1).fill('link_expired'),
    ]);
  };
  const forgetful = await newOwner('forgetful');
  const { userId } = forgetful;
  const proof = { userId, password: PASSWORD, address: ADDRESS, pin: '802461' };
  const token = await linkOf(forgetful, 'pin');
  await expectOnce(() => setPin(deps, { ...proof, token }));

  const frozen = await newOwner('frozen');
  await freezeAccount(deps, frozen.userId);
  const way = await linkOf(frozen, 'unfreeze');
  await expectOnce(() => unfreeze(deps, way));

  const moved = await newOwner('moved');
  const undo = await linkOf(moved, 'undo_email');
  await expectOnce(() => undoEmailChange(deps, undo));
});
