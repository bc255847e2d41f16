import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';

import type { PasskeyProof } from '../../../contract/common.ts';
import { deleteUser } from '../../../server/accounts/profile/delete-user.ts';
import { passkeys } from '../../../server/db/schema/accounts.ts';
import { payouts } from '../../../server/db/schema/payouts.ts';
import type { RequestKey } from '../../../server/http/idempotency.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { givePasskey, proofBy } from '../../fixtures/api/passkeys/give-passkey.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { ownBank } from '../../fixtures/api/withdrawals.ts';
import { expectCleanBooks, openScene, type Scene } from '../scene.ts';

const AT_ONCE = 40;

let scene: Scene;
beforeAll(async () => {
  scene = await openScene();
});
afterAll(() => scene.close());

/** Withdraws ₦1,000. @returns the withdrawal's reference, or the code of the refusal */
const take = (person: Person, passkey: PasskeyProof, requestKey?: RequestKey): Promise<string> =>
  withdraw(scene.deps, requestKey, person.userId, {
    amount: 1000,
    currency: 'NGN',
    destination: ownBank(person),
    passkey,
  }).then(
    ({ reference }) => reference,
    (error: { code?: string }) => {
      if (error.code === undefined) throw error;
      return error.code;
    },
  );

const withdrawalsOf = ({ userId }: Person) =>
  scene.deps.db.$count(payouts, eq(payouts.userId, userId));

it('one signature takes money out once, however many requests bring it', async () => {
  const person = await addPerson(scene.deps, 'copied', { walletMinor: 5_000_000n });
  const passkey = await givePasskey(scene.deps, person);
  const proof = await proofBy(scene.deps, person, passkey);
  const outcomes = await Promise.all(Array.from({ length: AT_ONCE }, () => take(person, proof)));
  expect(outcomes.filter((outcome) => outcome === 'passkey_refused')).toHaveLength(AT_ONCE - 1);
  expect(await withdrawalsOf(person)).toBe(1);
  await expectCleanBooks(scene.deps);
});

it('one request that is repeated at the same moment is answered alike each time', async () => {
  const person = await addPerson(scene.deps, 'impatient', { walletMinor: 5_000_000n });
  const passkey = await givePasskey(scene.deps, person);
  const proof = await proofBy(scene.deps, person, passkey);
  const key = {
    userId: person.userId,
    key: 'asked-at-once',
    fingerprint: 'the same',
    isSame: (stored: string) => stored === 'the same',
  };
  const outcomes = await Promise.all(
    Array.from({ length: AT_ONCE }, () => take(person, proof, key)),
  );
  expect(new Set(outcomes).size).toBe(1);
  expect(outcomes[0]).toMatch(/^gdw/);
  expect(await withdrawalsOf(person)).toBe(1);
});

it('of many signatures with the same count one is believed', async () => {
  const person = await addPerson(scene.deps, 'cloned', { walletMinor: 5_000_000n });
  const passkey = await givePasskey(scene.deps, person);
  const proofs = await Promise.all(
    Array.from({ length: 10 }, () => proofBy(scene.deps, person, passkey, { counter: 3 })),
  );
  const outcomes = await Promise.all(proofs.map((proof) => take(person, proof)));
  expect(outcomes.filter((outcome) => outcome !== 'passkey_refused')).toHaveLength(1);
  expect(await withdrawalsOf(person)).toBe(1);
});

it('an account that is deleted beside a payment ends without passkeys, or keeps its money', async () => {
  const people = await Promise.all(
    Array.from({ length: 10 }, (_, n) =>
      addPerson(scene.deps, `leaving_${n}`, { walletMinor: 100_000n }),
    ),
  );
  await Promise.all(
    people.map(async (person) => {
      const { userId } = person;
      const passkey = await givePasskey(scene.deps, person);
      const proof = await proofBy(scene.deps, person, passkey);
      const leave = deleteUser(scene.deps, { userId, password: PASSWORD, address: '::1' }).then(
        () => 'gone',
        ({ code }: { code: string }) => code,
      );
      const [, left] = await Promise.all([take(person, proof), leave]);
      const kept = await scene.deps.db.$count(passkeys, eq(passkeys.userId, userId));
      expect([left, kept]).toEqual(left === 'gone' ? ['gone', 0] : ['account_not_empty', 1]);
    }),
  );
  await expectCleanBooks(scene.deps);
});
