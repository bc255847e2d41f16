import { eq } from 'drizzle-orm';
import { expect, it, vi } from 'vitest';

import type { PasskeyProof } from '../../../contract/common.ts';
import { addPasskey, beginPasskey } from '../../../server/accounts/passkeys/own-passkeys.ts';
import { takeOut } from '../../../server/accounts/pin.ts';
import { deleteUser } from '../../../server/accounts/delete-user.ts';
import { passkeys, users } from '../../../server/db/schema/accounts.ts';
import { queryRows } from '../../../server/db/query-rows.ts';
import { payouts } from '../../../server/db/schema/disbursements.ts';
import type { RequestKey } from '../../../server/http/idempotency.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { givePasskey, proofBy } from '../../fixtures/api/passkeys/give-passkey.ts';
import { SoftAuthenticator } from '../../fixtures/api/passkeys/soft-authenticator.ts';
import { addPerson, keyOf, type Person } from '../../fixtures/api/people.ts';
import { ownBank } from '../../fixtures/api/withdrawals.ts';
import { setUpScene } from '../scene.ts';

const AT_ONCE = 40;

const scene = setUpScene();

const leave = ({ userId }: Person): Promise<string> =>
  deleteUser(scene.deps, { userId, password: PASSWORD, address: '::1' }).then(
    () => 'gone',
    ({ code }: { code: string }) => code,
  );

/** Tables that the one transaction has touched which waits for a row by now. */
const touchedByWaiting = () =>
  vi.waitFor(async () => {
    const rows = await queryRows<{ name: string }>(scene.deps.db)`
      select distinct relname as name from pg_locks held join pg_class on pg_class.oid = held.relation
          where relkind = 'r' and pid in (
            select pid from pg_locks join pg_stat_activity using (pid)
            where not granted and locktype = 'transactionid' and datname = current_database()
          )`;
    const names = rows.map(({ name }) => name);
    expect(names).toContain('users');
    return names.filter((name) => name.startsWith('passkey'));
  }, 10_000);

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
});

it('one request that is repeated at the same moment is answered alike each time', async () => {
  const person = await addPerson(scene.deps, 'impatient', { walletMinor: 5_000_000n });
  const passkey = await givePasskey(scene.deps, person);
  const proof = await proofBy(scene.deps, person, passkey);
  const key = keyOf(person, 'asked-at-once');
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
      const [, left] = await Promise.all([take(person, proof), leave(person)]);
      const kept = await scene.deps.db.$count(passkeys, eq(passkeys.userId, userId));
      // The money is still there, or on its way.
      const refusal = expect.stringMatching(/^account_(not_empty|money_may_return)$/);
      expect([left, kept]).toEqual(left === 'gone' ? ['gone', 0] : [refusal, 1]);
    }),
  );
});

it.each([
  ['with a key', (person: Person) => keyOf(person, 'slow-one')],
  ['without', () => undefined],
])('an account that is deleted waits for a payment at the user alone: %s', async (name, key) => {
  const person = await addPerson(scene.deps, `slow_${name.length}`);
  const passkey = await proofBy(scene.deps, person, await givePasskey(scene.deps, person));
  const outgoing = { userId: person.userId, proof: { passkey }, requestKey: key(person) };
  let left: Promise<string> | undefined;
  const { body } = await takeOut(scene.deps, outgoing, async () => {
    left ??= leave(person);
    return { status: 200, body: await touchedByWaiting() };
  });
  expect(body).toEqual([]);
  expect(await left).toBe('gone');
});

it('a passkey that is added while its account is deleted waits at the user alone', async () => {
  const person = await addPerson(scene.deps, 'adding');
  const { userId } = person;
  const options = await beginPasskey(scene.deps, { userId, password: PASSWORD, address: '::1' });
  const made = new SoftAuthenticator(scene.deps.config.publicOrigin).make(options);
  const { adding, touched } = await scene.deps.db.transaction(async (tx) => {
    await tx.select().from(users).where(eq(users.id, userId)).for('update');
    const adding = addPasskey(scene.deps, { ...made, userId, userAgent: 'test' });
    return { adding: { done: adding }, touched: await touchedByWaiting() };
  });
  expect(touched).toEqual([]);
  await adding.done;
  expect(await scene.deps.db.$count(passkeys, eq(passkeys.userId, userId))).toBe(1);
});
