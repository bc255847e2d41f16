import { expect, it } from 'vitest';

import { DAY_MS } from '../../../contract/durations.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { bookSettlement } from '../../../server/payments/settlements/book-settlement.ts';
import { Admin, MANDATE } from '../../fixtures/api/admin.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const admin = new Admin(test);

it('lists what each gateway holds, each day with its difference, and what was listed wrong', async () => {
  expect(await admin.run('reconcile')).toEqual(['nothing was paid in']);
  await addPerson(test.deps, 'ada', { walletMinor: 1_000_000n });
  await addPerson(test.deps, 'wanjiru', { region: 'kenya', walletMinor: 500_000n });
  await test.call('POST', 'root:/sandbox/settlement?processor=paystack');
  const settlement = { id: '7', settledOn: '2026-11-02', transactions: undefined } as const;
  const unknown = { reference: 'GDT-UNKNOWN', amount: 5_000n, paidOn: '2026-11-01' };
  for (const one of [
    { ...settlement, gateway: 'mpesa', currency: 'KES', fee: 3_050n, net: 296_950n },
    {
      ...settlement,
      gateway: 'paystack',
      currency: 'NGN',
      fee: 0n,
      net: 5_000n,
      transactions: [unknown],
    },
  ] as const)
    await inTransaction(test.deps.db, (tx) => bookSettlement(tx, one, new Date(test.clock.now())));
  test.clock.advance(DAY_MS);
  await addPerson(test.deps, 'late', { walletMinor: 123_450n });
  expect(await admin.run('reconcile')).toEqual([
    'mpesa KES  holds KSh2,000, paid out KSh2,969.50, kept KSh30.50',
    'paystack NGN  holds ₦1,184.50, paid out ₦9,800, kept ₦250',
    'mpesa KES  2026-11-02  journal KSh5,000  settled KSh3,000  difference -KSh2,000  unmatched 1  AWAITED',
    'paystack NGN  2026-11-01  journal ₦0  settled ₦50  difference ₦50  unmatched 0  DIFFERENT',
    'paystack NGN  2026-11-02  journal ₦10,000  settled ₦10,000  difference ₦0  unmatched 0',
    'paystack NGN  2026-11-03  journal ₦1,234.50  settled ₦0  difference -₦1,234.50  unmatched 1  AWAITED',
    'paystack NGN  settlement 7 lists GDT-UNKNOWN with ₦50, the journal has nothing',
  ]);
  expect(await admin.lastAction()).toMatchObject({ ...MANDATE, action: 'reconcile' });
});
