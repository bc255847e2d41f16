import { describe, expect, it } from 'vitest';

import { railFeesOf, payoutOf } from '../../../server/ledger/journal.ts';
import { readBalance } from '../../../server/ledger/read-ledger.ts';
import { PAYOUTS } from '../../../server/disbursements/payouts.ts';
import { settleByReference } from '../../../server/disbursements/settle-disbursement.ts';
import { readSums } from '../../../server/trust/prove-books.ts';
import { expectFailure, receiptOf, statementOf, walletOf } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { failingOf, Withdrawals, withdrawalOf } from '../../fixtures/api/withdrawals.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

const held = async () => ({
  fees: await readBalance(test.deps.db, railFeesOf('sandbox', 'NGN')),
  payouts: await readBalance(test.deps.db, payoutOf('sandbox', 'NGN')),
});

describe('the fee of a withdrawal', () => {
  it('is told beforehand, with the banks', async () => {
    const person = await withdrawals.newPayee(0);
    const reply = await test.call('GET', '/wallet/banks', { token: person.token });
    expect(reply.body['fees']).toEqual([
      { type: 'bank', up_to: 5000, fee: 10 },
      { type: 'bank', up_to: 50_000, fee: 25 },
      { type: 'bank', up_to: null, fee: 50 },
    ]);
    const ghana = await test.call('GET', '/wallet/banks?region=ghana', { token: person.token });
    expect(ghana.body['fees']).toEqual([
      { type: 'mobile_money', up_to: null, fee: 1 },
      { type: 'bank', up_to: null, fee: 8 },
    ]);
  });

  it.each([
    [5000, 10],
    [5000.01, 25],
  ])('on top of %s is %s, and is charged with it', async (amount, fee) => {
    const person = await withdrawals.newPayee(10_000);
    const before = await held();
    const { reference } = withdrawalOf(await withdrawals.start(person, { amount, fee }));
    expect(await walletOf(test, person)).toBe(10_000 - amount - fee);
    expect(await withdrawals.row(reference)).toMatchObject({ fee: BigInt(fee * 100) });
    const after = await held();
    expect(after.fees - before.fees).toBe(BigInt(fee * 100));
    expect(after.payouts - before.payouts).toBe(BigInt(Math.round(amount * 100)));
    const [line] = await statementOf(test, person);
    expect(line).toMatchObject({ amount: amount + fee, type: 'debit' });
    expect(line?.description).toContain(`(fee ₦${fee})`);
    expect((await receiptOf(test, person)).lines).toEqual([
      { label: 'Amount', amount },
      { label: 'Fee', amount: fee },
    ]);
  });

  it('comes back with a withdrawal that fails, in one line', async () => {
    const person = await withdrawals.newPayee(5000);
    const before = await held();
    await withdrawals.start(person, { destination: { account_number: failingOf(person) } });
    expect(await walletOf(test, person)).toBe(5000);
    expect(await held()).toEqual(before);
    const returned = (await statementOf(test, person)).filter(({ type }) => type === 'credit');
    expect(returned.map(({ amount }) => amount)).toEqual([1010, 5000]);
  });

  it('comes back once with one that had arrived', async () => {
    const person = await withdrawals.newPayee(5000);
    const { reference } = withdrawalOf(await withdrawals.start(person));
    for (let n = 0; n < 2; n += 1)
      await settleByReference(withdrawals.depsSaying('failed'), PAYOUTS, reference);
    expect(await walletOf(test, person)).toBe(5000);
  });

  it('that is not the one that was shown takes nothing', async () => {
    const person = await withdrawals.newPayee(5000);
    for (const fee of [0, 9.99, 25])
      expectFailure(
        await withdrawals.start(person, { fee }),
        409,
        'withdrawal_fee_changed',
        'The fee of this withdrawal has changed. Check it and withdraw again.',
      );
    expect((await withdrawals.start(person, { fee: -10 })).status).toBe(422);
    expect(await walletOf(test, person)).toBe(5000);
    // An app that shows no fee is charged it all the same.
    withdrawalOf(await withdrawals.start(person));
    expect(await walletOf(test, person)).toBe(3990);
  });

  it('leaves the wallet whole where only the amount is there', async () => {
    const person = await withdrawals.newPayee(1000);
    expectFailure(await withdrawals.start(person), 422, 'insufficient_funds');
    withdrawalOf(await withdrawals.start(person, { amount: 990 }));
    expect(await walletOf(test, person)).toBe(0);
  });

  it('is money that left in the books that everybody sees', async () => {
    const sums = async () =>
      (await readSums(test.deps.db, {})).find(({ currency }) => currency === 'NGN');
    const before = await sums();
    const person = await withdrawals.newPayee(5000);
    await withdrawals.start(person);
    const after = await sums();
    expect((after?.paid_out ?? 0) - (before?.paid_out ?? 0)).toBe(1010);
    expect((after?.in_wallets ?? 0) - (before?.in_wallets ?? 0)).toBe(3990);
  });
});
