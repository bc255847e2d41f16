import { eq } from 'drizzle-orm';
import { expect, it } from 'vitest';

import { journalTransactions } from '../../server/db/schema/ledger.ts';
import { settlements, settlementTransactions } from '../../server/db/schema/settlements.ts';
import type { Deps } from '../../server/deps.ts';
import { readSettlements } from '../../server/payments/settlements/read-settlements.ts';
import type { SettlementReader } from '../../server/payments/settlements/settlement.ts';
import { addPerson } from '../fixtures/api/people.ts';
import { standingOf } from '../fixtures/api/settlements.ts';
import { setUpDeaths } from './mortal-connections.ts';
import { outcomeOf } from './payment-voucher-scene.ts';
import { setUpScene } from './scene.ts';

const AT_ONCE = 20;
const scene = setUpScene();
const atEachDeath = setUpDeaths(scene);

/** Paystack as it tells of one settlement of ₦1,000, of which it kept ₦15. */
const readerOf = (id: string): SettlementReader => ({
  gateway: 'paystack',
  settlements: (settledOn) =>
    Promise.resolve([
      {
        id,
        currency: 'NGN',
        fee: 1_500n,
        net: 98_500n,
        settledOn,
        listTransactions: () =>
          Promise.resolve([{ reference: 'GDT-1', amount: 100_000n, paidOn: settledOn }]),
      },
    ]),
});

it(`a settlement that ${AT_ONCE} nodes read at once, while people pay in, is booked once`, async () => {
  await addPerson(scene.deps, 'first', { walletMinor: 100_000n });
  const reads = Array.from({ length: AT_ONCE }, () => readSettlements(scene.deps, readerOf('S-1')));
  const payers = Array.from({ length: AT_ONCE }, (_, n) =>
    addPerson(scene.deps, `payer_${n}`, { walletMinor: 100_000n }),
  );
  await Promise.all([...reads, ...payers]);
  expect(await standingOf(scene.deps, 'paystack')).toEqual({
    held: BigInt(AT_ONCE) * 100_000n,
    bank: 98_500n,
    fees: 1_500n,
  });
});

it('a process that ends between any two statements has booked all of it or nothing', async () => {
  await addPerson(scene.deps, 'second', { walletMinor: 100_000n });
  let count = 0;
  const nextId = () => `D-${(count += 1)}`;
  const read = (id: string) => (deps: Deps) => readSettlements(deps, readerOf(id));
  await atEachDeath(read(nextId()), async ({ meet, what, isCommitted }, dying) => {
    const id = nextId();
    const isBooked = async () => ({
      moved: await scene.deps.db.$count(
        journalTransactions,
        eq(journalTransactions.naturalKey, `settlement:paystack:${id}`),
      ),
      rows: await scene.deps.db.$count(settlements, eq(settlements.externalId, id)),
    });
    const before = await scene.deps.db.$count(settlementTransactions);
    await meet(read(id));
    const booked = isCommitted ? 1 : 0;
    expect(await isBooked(), what).toEqual({ moved: booked, rows: booked });
    expect(await scene.deps.db.$count(settlementTransactions), what).toBe(before + booked);
    expect(await outcomeOf(read(id)(dying)), what).toBe('done');
    expect(await isBooked(), what).toEqual({ moved: 1, rows: 1 });
  });
});
