import { describe, expect, it } from 'vitest';

import type { SavedAccount } from '../../../contract/withdrawals.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import {
  failingOf,
  GOOD_BANK,
  ownBank,
  waitingOf,
  Withdrawals,
  withdrawalOf,
} from '../../fixtures/api/withdrawals.ts';
import { walletOf } from '../../fixtures/api/players.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

async function savedOf({ token }: Person): Promise<SavedAccount[]> {
  const reply = await test.call('GET', '/wallet/accounts', { token });
  expect(reply.status, reply.text).toBe(200);
  return reply.body['data'] as unknown as SavedAccount[];
}
const forget = ({ token }: Person, id: string) =>
  test.call('DELETE', '/wallet/accounts', { token, body: { id } });
const withdrawTo = (
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
    expect((await withdrawTo(person, account.id)).body).toMatchObject({
      code: 'saved_account_gone',
    });
    expect((await forget(person, account.id)).status).toBe(404);
    expect(await walletOf(test, person)).toBe(2000);
  });

  it('are withdrawn to without their number', async () => {
    const { person, account } = await payeeWithAccount();
    const { reference, status } = withdrawalOf(await withdrawTo(person, account.id));
    expect(status).toBe('completed');
    const { accountNumber, accountName, code } = await withdrawals.row(reference);
    expect({ accountNumber, accountName, code }).toEqual({
      accountNumber: ownBank(person).account_number,
      accountName: GOOD_BANK.account_name,
      code: GOOD_BANK.code,
    });
    expect(await walletOf(test, person)).toBe(3900);
    // It has a newer name now; the one that a phone still knows names the same.
    expect((await savedOf(person)).map(({ id }) => id)).toEqual([reference]);
    expect((await withdrawTo(person, account.id)).status).toBe(200);
  });

  it('are gone once they were forgotten, until money goes there again', async () => {
    const { person, account } = await payeeWithAccount();
    withdrawalOf(await withdrawals.start(person));
    expect((await forget(person, account.id)).body).toEqual({ success: true });
    expect(await savedOf(person)).toEqual([]);
    const reply = await withdrawTo(person, account.id);
    expect([reply.status, reply.body['message']]).toEqual([
      404,
      'This account is no longer saved. Choose another one, or enter it again.',
    ]);
    expect(await walletOf(test, person)).toBe(3000);
    withdrawalOf(await withdrawals.start(person));
    expect(await savedOf(person)).toHaveLength(1);
  });

  it('that was forgotten after a withdrawal does not change what its repetition is told', async () => {
    const { person, account } = await payeeWithAccount();
    const headers = { 'idempotency-key': 'to-a-saved-account' };
    const first = await withdrawTo(person, account.id, {}, headers);
    await forget(person, account.id);
    expect((await withdrawTo(person, account.id, {}, headers)).body).toEqual(first.body);
    expect(await walletOf(test, person)).toBe(3900);
  });

  it('take money of their own currency only, and nothing beside a typed destination', async () => {
    const { person, account } = await payeeWithAccount();
    const other = await withdrawTo(person, account.id, { currency: 'GHS', amount: 5 });
    expect(other.body).toMatchObject({ code: 'saved_account_gone' });
    for (const reply of [
      await withdrawTo(person, undefined),
      await withdrawTo(person, account.id, { destination: GOOD_BANK }),
    ]) {
      expect(reply.status).toBe(422);
      expect(Object.keys(reply.body['errors'] as unknown as object)).toEqual(['destination']);
    }
    expect(await walletOf(test, person)).toBe(4000);
  });

  it('cannot be forgotten without end', async () => {
    const person = await withdrawals.newPayee(0);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1) statuses.push((await forget(person, 'gdw-none')).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 404), 429]);
  });
});
