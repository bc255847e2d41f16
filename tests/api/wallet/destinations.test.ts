import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { payoutDestinations, payouts } from '../../../server/db/schema/disbursements.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { PAYOUTS } from '../../../server/disbursements/payouts.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { expectFailure, walletOf } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { failingOf, ownBank, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';

const TAKEN =
  'This account or phone belongs to another Goodies account. Withdraw to one of your own instead.';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

/** Withdraws to a person's bank account. */
const withdrawTo = (person: Person, owner: Person, more: object = {}) =>
  withdrawals.start(person, { amount: 100, destination: { ...ownBank(owner), ...more } });
const resolve = (person: Person, body: object) =>
  test.call('POST', '/wallet/resolve-account', { token: person.token, body });

describe('a payout destination', () => {
  it('is its first payee’s: a second one is told so, keeps the money, and can withdraw to another', async () => {
    const [first, second] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    withdrawalOf(await withdrawTo(first, first));
    expectFailure(await withdrawTo(second, first), 409, 'destination_taken', TAKEN);
    expect(await walletOf(test, second)).toBe(5000);
    const { code, account_number } = ownBank(first);
    expectFailure(await resolve(second, { code, account_number }), 409, 'destination_taken', TAKEN);
    expect((await resolve(first, { code, account_number })).status).toBe(200);
    withdrawalOf(await withdrawTo(second, second));
    withdrawalOf(await withdrawTo(first, first));
  });

  it('at another bank is another; a phone is its number, however it is typed and whatever its network', async () => {
    const [first, second] = [
      await withdrawals.newPayee(500, 'ghana'),
      await withdrawals.newPayee(500, 'ghana'),
    ];
    const phone = (person: Person, code: string, account_number: string) =>
      withdrawals.start(person, {
        amount: 10,
        currency: 'GHS',
        destination: { type: 'mobile_money', code, account_number },
      });
    withdrawalOf(await phone(first, 'MTN', '0551234987'));
    for (const typed of ['0551234987', '233551234987', '+233551234987', '+2330551234987'])
      expectFailure(await phone(second, 'ATL', typed), 409, 'destination_taken');
    const [third, fourth] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    withdrawalOf(await withdrawTo(third, third));
    withdrawalOf(await withdrawTo(fourth, third, { code: '044' }));
  });

  it('is of a saved account, too, and stays its owner’s when they forget it', async () => {
    const [first, second] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    const { reference } = withdrawalOf(await withdrawTo(first, first));
    const { token } = first;
    await test.call('DELETE', '/wallet/accounts', { token, body: { id: reference } });
    expectFailure(await withdrawTo(second, first), 409, 'destination_taken');
  });

  it('that nothing arrived at is free again', async () => {
    const [first, second] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    const wrong = { account_number: failingOf(first) };
    expect(withdrawalOf(await withdrawTo(first, first, wrong)).status).toBe('failed');
    expect(withdrawalOf(await withdrawTo(second, first, wrong)).status).toBe('failed');
    // Where something arrived before, a later failure frees nothing.
    withdrawalOf(await withdrawTo(first, first));
    const { reference } = withdrawalOf(await withdrawTo(first, first));
    await settleByReference(withdrawals.depsSaying('failed'), PAYOUTS, reference);
    expectFailure(await withdrawTo(second, first), 409, 'destination_taken');
    // Whose it is stays written down, since sharing is judged by it.
    const own = eq(payoutDestinations.userId, first.userId);
    const rows = await test.deps.db.select().from(payoutDestinations).where(own);
    expect(rows.map(({ isOwner }) => isOwner)).toEqual([true]);
  });

  it('withdrawn to before destinations had owners is its first payee’s', async () => {
    const [first, second] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    const { reference } = withdrawalOf(await withdrawTo(first, first));
    await test.deps.db
      .delete(payoutDestinations)
      .where(eq(payoutDestinations.userId, first.userId));
    expectFailure(await withdrawTo(second, first), 409, 'destination_taken');
    await test.deps.db
      .update(payouts)
      .set({ status: 'failed' })
      .where(eq(payouts.reference, reference));
    withdrawalOf(await withdrawTo(second, first));
    await test.deps.db
      .update(payouts)
      .set({ status: 'completed' })
      .where(eq(payouts.reference, reference));
  });

  it('stands in the database as a keyed hash and sealed', async () => {
    const person = await withdrawals.newPayee(5000);
    withdrawalOf(await withdrawTo(person, person));
    const rows = await test.deps.db.select().from(payoutDestinations);
    const number = ownBank(person).account_number;
    expect(rows.map(({ sealed }) => sealed.toString('latin1')).join('')).not.toContain(number);
    expect(JSON.stringify(rows)).not.toContain(number);
  });
});
