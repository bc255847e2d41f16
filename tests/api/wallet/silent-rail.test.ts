import { expect, it } from 'vitest';

import { reconcilePayouts } from '../../../server/disbursements/payouts.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { ownBank, Withdrawals } from '../../fixtures/api/withdrawals.ts';
import { DISBURSEMENT_CHECK_AFTER_MS } from '../../../server/disbursements/disbursement.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

/** A withdrawal that a rail was given and has not answered. */
async function unanswered(name: string): Promise<string> {
  const person = await withdrawals.newPayee(5000);
  const banks = await test.deps.payouts.named('sandbox')?.listBanks('NGN');
  const { reference } = await withdraw(
    withdrawals.depsWith({ name, listBanks: () => Promise.resolve(banks ?? []) }),
    undefined,
    person.userId,
    { amount: 1000, currency: 'NGN', destination: ownBank(person), pin: PIN },
  );
  return reference;
}

it('is left alone after some questions in a row, and those that were not put come first', async () => {
  const waiting: string[] = [];
  for (let count = 0; count < 5; count += 1) waiting.push(await unanswered('sandbox'));
  const elsewhere = await unanswered('other');
  const asked: string[] = [];
  const silent = withdrawals.depsWith({
    find: ({ reference }) => {
      asked.push(reference);
      return Promise.reject(new Error('timed out'));
    },
  });
  const paying = withdrawals.depsWith({
    name: 'other',
    find: () => Promise.resolve({ state: 'paid' }),
  });
  const named = (rail: string) => (rail === 'other' ? paying : silent).payouts.named(rail);
  const deps = { ...silent, payouts: { ...silent.payouts, named } };
  test.clock.advance(DISBURSEMENT_CHECK_AFTER_MS);
  await reconcilePayouts(deps);
  const first = new Set(asked);
  expect(first.size).toBe(3);
  expect(asked).toHaveLength(3);
  expect(await withdrawals.statusOf(elsewhere)).toBe('completed');
  test.clock.advance(DISBURSEMENT_CHECK_AFTER_MS);
  await reconcilePayouts(deps);
  const unasked = waiting.filter((reference) => !first.has(reference));
  expect(asked.slice(3, 5).toSorted()).toEqual(unasked.toSorted());
});
