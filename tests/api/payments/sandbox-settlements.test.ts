import { expect, it } from 'vitest';

import { proveBooks, readTrust } from '../../../server/trust/prove-books.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { standingOf } from '../../fixtures/api/settlements.ts';
import { Topups } from '../../fixtures/api/topups.ts';

const test = setUpApp();
const topups = new Topups(test);
const payOut = (processor: string) =>
  test.call('POST', `root:/sandbox/settlement?processor=${processor}`);

it('the sandbox pays out what it holds, without its fees, once', async () => {
  await addPerson(test.deps, 'kofi', { region: 'ghana', walletMinor: 20_000n });
  const { body } = await payOut('mobile_money');
  expect(body).toMatchObject({
    success: true,
    data: [{ currency: 'GHS', gross: 200, fee: 3, net: 197, date: '2026-11-02' }],
  });
  expect(await standingOf(test.deps, 'mobile_money', 'GHS')).toEqual({
    held: 0n,
    bank: 19_700n,
    fees: 300n,
  });
  expect((await payOut('mobile_money')).body).toMatchObject({ data: [] });
  expect((await payOut('flutterwave')).body).toMatchObject({ data: [] });
  expect((await payOut('cash')).status).toBe(422);
});

it.each([
  [2_499.99, 37.5],
  [2_500, 137.5],
  [126_660, 1_999.9],
  [1_000_000, 2_000],
])('it keeps of ₦%s what Paystack publishes: ₦%s', async (paid, fee) => {
  await addPerson(test.deps, `payer_${test.round}`, {
    walletMinor: BigInt(Math.round(paid * 100)),
  });
  expect((await payOut('paystack')).body).toMatchObject({ data: [{ gross: paid, fee }] });
});

it('it keeps back what a lost dispute took, from what it pays out next', async () => {
  const payer = await addPerson(test.deps, 'disputing');
  await payOut('paystack');
  const before = await standingOf(test.deps, 'paystack');
  const paid = async (): Promise<string> => {
    const reference = await topups.reference(payer, { amount: 1000 });
    await topups.decide(reference, 'success');
    await topups.verify(payer, reference);
    return reference;
  };
  const lost = await paid();
  await payOut('paystack');
  await test.call('POST', `root:/sandbox/dispute/${lost}?outcome=lost`);
  expect((await payOut('paystack')).body).toMatchObject({ data: [] });
  await paid();
  await paid();
  expect((await payOut('paystack')).body).toMatchObject({
    data: [{ gross: 1000, fee: 30, net: 970 }],
  });
  await paid();
  expect((await payOut('paystack')).body).toMatchObject({ data: [{ gross: 1000, net: 985 }] });
  expect((await standingOf(test.deps, 'paystack')).held).toBe(before.held);
});

it('what people have paid in is the same at the bank', async () => {
  await addPerson(test.deps, 'trusting', { walletMinor: 100_000n });
  const sums = async () => {
    await proveBooks(test.deps);
    return (await readTrust(test.deps.db))?.money;
  };
  const before = await sums();
  expect(before).toContainEqual(expect.objectContaining({ currency: 'NGN' }));
  await payOut('paystack');
  expect(await sums()).toEqual(before);
});
