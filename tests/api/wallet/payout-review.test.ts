import { describe, expect, it } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import type { MoneyLimitsAnswer } from '../../../contract/accounts/money-limits.ts';
import { reconcilePayouts } from '../../../server/disbursements/payouts.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { read, walletOf } from '../../fixtures/api/players.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);
const admin = new Admin(test);

/** An account of the sandbox whose holder is another person. */
const ofAnother = ({ userId }: Person) => ({
  account_number: `04${String(userId).padStart(4, '0')}7777`,
  account_name: 'Ada Obi',
});

const payoutNameOf = async (person: Person): Promise<string | null> =>
  (await read<MoneyLimitsAnswer>(test, '/user/money-limits', person)).data.payout_name;

/** A person whose payouts go to one name, and who withdraws to another. @returns the reference */
async function startWaiting(person: Person): Promise<string> {
  withdrawalOf(await withdrawals.start(person));
  const reply = await withdrawals.start(person, { destination: ofAnother(person) });
  expect(reply.body).toMatchObject({
    message: 'We look at your withdrawal before it is sent',
    data: { status: 'pending', in_review: true },
  });
  return withdrawalOf(reply).reference;
}

describe('the name of payouts', () => {
  it('is that of the first holder whom a bank names, whatever was typed', async () => {
    const person = await withdrawals.newPayee(5000);
    expect(await payoutNameOf(person)).toBe(null);
    withdrawalOf(await withdrawals.start(person));
    expect(await payoutNameOf(person)).toBe('Test Account 6789');
    const other = { account_number: '0198765432' };
    const again = await withdrawals.start(person, { destination: other });
    expect(again.body['data']).toMatchObject({ status: 'completed', in_review: false });
    expect(await payoutNameOf(person)).toBe('Test Account 6789');
  });

  it('of an account that nobody has is refused', async () => {
    const person = await withdrawals.newPayee(5000);
    const reply = await withdrawals.start(person, {
      destination: { account_number: '0112340404' },
    });
    expect([reply.status, reply.body['code']]).toEqual([422, 'account_not_found']);
    expect(await walletOf(test, person)).toBe(5000);
  });
});

describe('a withdrawal to an account of another holder', () => {
  it('is not sent before it is allowed', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await startWaiting(person);
    expect(await walletOf(test, person)).toBe(5000 - 2 * 1010);
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(test.deps);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'pending', attempts: 0 });
    expect((await admin.mailsTo(person))[0]?.subject).toBe('Your withdrawal is being checked');
    const lines = await admin.run('payout-review');
    expect(lines.find((line) => line.startsWith(reference))).toMatch(
      /₦1,000 {2}@withdrawer_\d+ .*: to Somebody Else 7777, Guaranty Trust Bank; payouts go to Test Account 6789$/,
    );
    await admin.run(`payout-allow ${reference}`);
    expect(await admin.lastAction()).toMatchObject({
      action: 'payout-allow',
      subject: `payout:${reference}`,
    });
    await reconcilePayouts(test.deps);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'completed', attempts: 1 });
    await expect(admin.run(`payout-allow ${reference}`)).rejects.toThrow('does not wait');
    // It was looked at once.
    const again = await withdrawals.start(person, {
      amount: 500,
      destination: ofAnother(person),
    });
    expect(again.body['data']).toMatchObject({ status: 'completed', in_review: false });
  });

  it('comes back with its fee when it is refused', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await startWaiting(person);
    await admin.run(`payout-refuse ${reference}`);
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person)).toBe(5000 - 1010);
    await expect(admin.run(`payout-refuse ${reference}`)).rejects.toThrow('does not wait');
    await expect(admin.run('payout-allow gdw-none')).rejects.toThrow('does not wait');
  });

  it('comes back by itself when nobody has looked at it within a day', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await startWaiting(person);
    test.clock.advance(DAY_MS);
    await expect(admin.run(`payout-allow ${reference}`)).rejects.toThrow('too old');
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(test.deps);
    expect(await withdrawals.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, person)).toBe(5000 - 1010);
  });

  it('waits, too, where the holder cannot be asked for', async () => {
    const person = await withdrawals.newPayee(5000);
    withdrawalOf(await withdrawals.start(person));
    const sandbox = test.deps.payouts.named('sandbox');
    if (!sandbox) throw new Error('no sandbox');
    const deps = withdrawals.depsWith({ listBanks: (currency) => sandbox.listBanks(currency) });
    const { review } = await withdraw(deps, undefined, person.userId, {
      amount: 500,
      currency: 'NGN',
      destination: {
        type: 'bank',
        code: '058',
        account_number: '0155556789',
        account_name: 'Ada Obi',
      },
      pin: PIN,
    });
    expect(review).toBe('waiting');
  });
});
