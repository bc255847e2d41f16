import { eq } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import type { SavedAccount } from '../../../contract/withdrawals.ts';
import { payoutDestinations, payouts } from '../../../server/db/schema/disbursements.ts';
import { PAYOUTS } from '../../../server/disbursements/payouts.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { expectFailure, walletOf } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import {
  failingOf,
  GOOD_BANK,
  ownBank,
  waitingOf,
  withdrawalOf,
  Withdrawals,
} from '../../fixtures/api/withdrawals.ts';

const TAKEN =
  'This account or phone belongs to another Goodies account. Withdraw to one of your own instead.';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

/** Withdraws to a person's bank account. */
const withdrawToBankOf = (person: Person, owner: Person, more: object = {}) =>
  withdrawals.start(person, { amount: 100, destination: { ...ownBank(owner), ...more } });
const resolve = (person: Person, body: object) =>
  test.call('POST', '/wallet/resolve-account', { token: person.token, body });

describe('a payout destination', () => {
  it('is its first payee’s: a second one is told so, keeps the money, and can withdraw to another', async () => {
    const [first, second] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    withdrawalOf(await withdrawToBankOf(first, first));
    expectFailure(await withdrawToBankOf(second, first), 409, 'destination_taken', TAKEN);
    expect(await walletOf(test, second)).toBe(5000);
    const { code, account_number } = ownBank(first);
    expectFailure(await resolve(second, { code, account_number }), 409, 'destination_taken', TAKEN);
    expect((await resolve(first, { code, account_number })).status).toBe(200);
    withdrawalOf(await withdrawToBankOf(second, second));
    withdrawalOf(await withdrawToBankOf(first, first));
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
    withdrawalOf(await withdrawToBankOf(third, third));
    withdrawalOf(await withdrawToBankOf(fourth, third, { code: '044' }));
  });

  it('is of a saved account, too, and stays its owner’s when they forget it', async () => {
    const [first, second] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    const { reference } = withdrawalOf(await withdrawToBankOf(first, first));
    const { token } = first;
    await test.call('DELETE', '/wallet/accounts', { token, body: { id: reference } });
    expectFailure(await withdrawToBankOf(second, first), 409, 'destination_taken');
  });

  it('that nothing arrived at is free again', async () => {
    const [first, second] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    const wrong = { account_number: failingOf(first) };
    expect(withdrawalOf(await withdrawToBankOf(first, first, wrong)).status).toBe('failed');
    expect(withdrawalOf(await withdrawToBankOf(second, first, wrong)).status).toBe('failed');
    // Where something arrived before, a later failure frees nothing.
    withdrawalOf(await withdrawToBankOf(first, first));
    const { reference } = withdrawalOf(await withdrawToBankOf(first, first));
    await settleByReference(withdrawals.depsSaying('failed'), PAYOUTS, reference);
    expectFailure(await withdrawToBankOf(second, first), 409, 'destination_taken');
    // Whose it is stays written down, since sharing is judged by it.
    const own = eq(payoutDestinations.userId, first.userId);
    const rows = await test.deps.db.select().from(payoutDestinations).where(own);
    expect(rows.map(({ isOwner }) => isOwner)).toEqual([true]);
  });

  it('withdrawn to before destinations had owners is its first payee’s', async () => {
    const [first, second] = [await withdrawals.newPayee(5000), await withdrawals.newPayee(5000)];
    const { reference } = withdrawalOf(await withdrawToBankOf(first, first));
    await test.deps.db
      .delete(payoutDestinations)
      .where(eq(payoutDestinations.userId, first.userId));
    expectFailure(await withdrawToBankOf(second, first), 409, 'destination_taken');
    await test.deps.db
      .update(payouts)
      .set({ status: 'failed' })
      .where(eq(payouts.reference, reference));
    withdrawalOf(await withdrawToBankOf(second, first));
    await test.deps.db
      .update(payouts)
      .set({ status: 'completed' })
      .where(eq(payouts.reference, reference));
  });

  it('stands in the database as a keyed hash and sealed', async () => {
    const person = await withdrawals.newPayee(5000);
    withdrawalOf(await withdrawToBankOf(person, person));
    const rows = await test.deps.db.select().from(payoutDestinations);
    const number = ownBank(person).account_number;
    expect(rows.map(({ sealed }) => sealed.toString('latin1')).join('')).not.toContain(number);
    expect(JSON.stringify(rows)).not.toContain(number);
  });
});

async function savedOf({ token }: Person): Promise<SavedAccount[]> {
  const reply = await test.call('GET', '/wallet/accounts', { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body['data'] as unknown as SavedAccount[];
}
const forget = ({ token }: Person, id: string) =>
  test.call('DELETE', '/wallet/accounts', { token, body: { id } });
const withdrawToSaved = (
  { token }: Person,
  savedAccount: string | undefined,
  body: object = {},
  headers: Record<string, string> = {},
) =>
  test.call('POST', '/wallet/withdraw', {
    token,
    headers,
    body: { amount: 100, currency: 'NGN', saved_account: savedAccount, pin: PIN, ...body },
  });
/** Withdraws once, so that there is an account to choose. */
async function payeeWithAccount(): Promise<{ person: Person; account: SavedAccount }> {
  const person = await withdrawals.newPayee(5000);
  withdrawalOf(await withdrawals.start(person));
  const [account] = await savedOf(person);
  if (!account) throw new Error('nothing was saved');
  return { person, account };
}

describe('saved accounts', () => {
  it('are those that money went to, each once, the latest first, by the end of its number', async () => {
    const person = await withdrawals.newPayee(9000);
    expect(await savedOf(person)).toEqual([]);
    withdrawalOf(await withdrawals.start(person));
    withdrawalOf(
      await withdrawals.start(person, { destination: { account_number: waitingOf(person) } }),
    );
    const last = withdrawalOf(await withdrawals.start(person));
    const saved = await savedOf(person);
    expect(saved.map(({ account_ending: ending }) => ending)).toEqual(['6789', '9999']);
    expect(saved[0]).toEqual({
      id: last.reference,
      currency: 'NGN',
      type: 'bank',
      bank_name: 'Guaranty Trust Bank',
      account_ending: '6789',
      account_name: 'Ada Obi',
      last_used_at: expect.stringMatching(/Z$/) as string,
    });
    expect(JSON.stringify(saved)).not.toContain(ownBank(person).account_number);
  });

  it('are none that no bank took, and nobody else’s', async () => {
    const person = await withdrawals.newPayee(2000);
    withdrawalOf(
      await withdrawals.start(person, { destination: { account_number: failingOf(person) } }),
    );
    expect(await savedOf(person)).toEqual([]);
    const { account } = await payeeWithAccount();
    expect((await withdrawToSaved(person, account.id)).body).toMatchObject({
      code: 'saved_account_gone',
    });
    expect((await forget(person, account.id)).status).toBe(404);
    expect(await walletOf(test, person)).toBe(2000);
  });

  it('are withdrawn to without their number', async () => {
    const { person, account } = await payeeWithAccount();
    const { reference, status } = withdrawalOf(await withdrawToSaved(person, account.id));
    expect(status).toBe('completed');
    const { accountNumber, accountName, code } = await withdrawals.row(reference);
    expect({ accountNumber, accountName, code }).toEqual({
      accountNumber: ownBank(person).account_number,
      accountName: GOOD_BANK.account_name,
      code: GOOD_BANK.code,
    });
    expect(await walletOf(test, person)).toBe(3880);
    // It has a newer name now; the one that a phone still knows names the same.
    expect((await savedOf(person)).map(({ id }) => id)).toEqual([reference]);
    expect((await withdrawToSaved(person, account.id)).status).toBe(200);
  });

  it('are gone once they were forgotten, until money goes there again', async () => {
    const { person, account } = await payeeWithAccount();
    withdrawalOf(await withdrawals.start(person));
    expect((await forget(person, account.id)).body).toEqual({ success: true });
    expect(await savedOf(person)).toEqual([]);
    const reply = await withdrawToSaved(person, account.id);
    expect([reply.status, reply.body['message']]).toEqual([
      404,
      'This account is no longer saved. Choose another one, or enter it again.',
    ]);
    expect(await walletOf(test, person)).toBe(2980);
    withdrawalOf(await withdrawals.start(person));
    expect(await savedOf(person)).toHaveLength(1);
  });

  it('that was forgotten after a withdrawal does not change what its repetition is told', async () => {
    const { person, account } = await payeeWithAccount();
    const headers = { 'idempotency-key': 'to-a-saved-account' };
    const first = await withdrawToSaved(person, account.id, {}, headers);
    await forget(person, account.id);
    expect((await withdrawToSaved(person, account.id, {}, headers)).body).toEqual(first.body);
    expect(await walletOf(test, person)).toBe(3880);
  });

  it('take money of their own currency only, and nothing beside a typed destination', async () => {
    const { person, account } = await payeeWithAccount();
    const other = await withdrawToSaved(person, account.id, { currency: 'GHS', amount: 5 });
    expect(other.body).toMatchObject({ code: 'saved_account_gone' });
    for (const reply of [
      await withdrawToSaved(person, undefined),
      await withdrawToSaved(person, account.id, { destination: GOOD_BANK }),
    ]) {
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.body['errors'] as unknown as object)).toEqual(['destination']);
    }
    expect(await walletOf(test, person)).toBe(3990);
  });

  it('cannot be forgotten without end', async () => {
    const person = await withdrawals.newPayee(0);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await forget(person, 'gdw-none')).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
  });
});
