import { expect, it } from 'vitest';

import { FIRST_CARD_HOLD_MS } from '../../../contract/constants.ts';
import type { BalancesAnswer } from '../../../contract/wallet.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { guess, openGiveaway } from '../../fixtures/api/giveaways.ts';
import { noticesOf } from '../../fixtures/api/notices.ts';
import { type Person, withoutOut } from '../../fixtures/api/people.ts';
import { expectFailure, read } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const topups = new Topups(test);
const withdrawals = new Withdrawals(test);
const { payer, winner, giver } = setUpPeople(test, {
  payer: { hasPin: true },
  winner: { hasPin: true },
  giver: { walletMinor: 200_000n },
});

const naira = async (person: Person) =>
  withoutOut((await read<BalancesAnswer>(test, '/wallet/balances', person)).data.wallets['NGN']);
/** Withdraws so much that with its fee of ₦10 this leaves the wallet. */
const leave = (person: Person, leaving: number) =>
  withdrawals.start(person, { amount: leaving - 10 });

it('card money that was played with, won and withdrawn is owed by its payer once the bank takes it back', async () => {
  const reference = await topups.reference(payer);
  await topups.decide(reference, 'success', 'card');
  await topups.verify(payer, reference);
  const played = await openGiveaway(test, payer);
  expect((await guess(test, winner, played.ulid, played.code)).status).toBe(200);
  for (const person of [payer, winner]) expectFailure(await leave(person, 1000), 422, 'money_held');

  test.clock.advance(FIRST_CARD_HOLD_MS);
  expect((await leave(winner, 1000)).status).toBe(200);
  expect((await leave(payer, 3900)).status).toBe(200);
  const reported = await test.call('POST', `root:/sandbox/dispute/${reference}?outcome=lost`);
  expect(reported.status, reported.text).toBe(200);
  expect(await naira(payer)).toEqual({ amount: 0, owed: 5000 });
  expect(await naira(winner)).toEqual({ amount: 0 });
  const told = (await noticesOf(test, payer)).find(({ kind }) => kind === 'payment_disputed');
  expect(told?.data).toMatchObject({ outcome: 'lost', amount: 5000, owed: 5000 });

  const other = await openGiveaway(test, giver);
  expect((await guess(test, payer, other.ulid, other.code)).status).toBe(200);
  expect(await naira(payer)).toEqual({ amount: 500, owed: 4500 });
  const sheet = (await new Admin(test).run('balance-sheet')).join('\n');
  expect(sheet).toContain('receivable  ₦4,500');
  expect(sheet).not.toContain('NOT EQUAL');
});
