import { beforeAll, describe, expect, it } from 'vitest';

import { DAY_MS } from '../../../contract/durations.ts';
import { checkDays, listDays } from '../../../server/payments/settlements/compare-days.ts';
import {
  READ_SETTLEMENTS,
  readSettlements,
  runSettlementJob,
} from '../../../server/payments/settlements/read-settlements.ts';
import { deliver, setUpGateways } from '../../fixtures/api/gateways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { depsWithAlarms, settlementsOf, standingOf } from '../../fixtures/api/settlements.ts';
import { Topups } from '../../fixtures/api/topups.ts';

// A server with accounts at the gateways, and without the sandbox.
const gateways = setUpGateways();
const test = setUpApp({
  env: async () => ({
    ...(await gateways.start()),
    GOODIES_SANDBOX: '0',
    SMTP_URL: 'smtp://localhost:25',
  }),
});
const topups = new Topups(test);
let ada: Person;
beforeAll(async () => {
  ada = await addPerson(test.deps, 'ada');
});

const readerOf = (gateway: string) => {
  const reader = test.deps.settlementReaders.find((one) => one.gateway === gateway);
  if (!reader) throw new Error(`nothing reads ${gateway}`);
  return reader;
};
const read = (gateway: string, deps = test.deps) => readSettlements(deps, readerOf(gateway));

/** A top-up of ₦5,000 that was paid with Paystack and credited. */
async function paid(): Promise<string> {
  const reference = await topups.reference(ada);
  gateways.paystack.pay(reference);
  expect((await topups.verify(ada, reference)).body).toMatchObject({ data: { status: 'settled' } });
  return reference;
}
const PAYSTACK = { gateway: 'paystack', currency: 'NGN' } as const;
const dayNow = (): string => new Date(test.clock.now()).toISOString().slice(0, 10);
const dayOf = async (gateway: string, day: string) =>
  (await listDays(test.deps.db, test.clock, gateway)).find((one) => one.day === day);

it('are not asked for where nobody has paid', async () => {
  const settlements = () => Promise.reject(new Error('asked'));
  await readSettlements(test.deps, { gateway: 'daraja', settlements });
});

it('are read daily by a job for each gateway', async () => {
  await paid();
  await runSettlementJob(test.deps, {});
  const [sent] = await test.deps.jobs.listWaiting(READ_SETTLEMENTS);
  expect(sent).toEqual({ gateway: 'paystack' });
  const { length } = gateways.paystack.gateway.callsTo(/^\/settlement$/);
  gateways.paystack.gateway.failNext(/^\/settlement$/, { kind: 'broken' });
  await expect(runSettlementJob(test.deps, { gateway: 'paystack' })).rejects.toThrow('paystack');
  expect(await dayOf('paystack', dayNow())).toMatchObject({ journal: 500_000n, unmatched: 1 });
  await runSettlementJob(test.deps, { gateway: 'paystack' });
  expect(gateways.paystack.gateway.callsTo(/^\/settlement$/).length).toBeGreaterThan(length + 1);
});

describe('what a gateway has paid out', () => {
  it('is booked once: its gross left the gateway, and all but the fee is at the bank', async () => {
    const { deps, alarms } = depsWithAlarms(test.deps);
    test.clock.advance(DAY_MS);
    const day = dayNow();
    const before = await standingOf(test.deps, 'paystack');
    const id = gateways.paystack.settle([await paid(), await paid()], day);
    await Promise.all([read('paystack', deps), read('paystack', deps)]);
    await read('paystack', deps);
    expect(await standingOf(test.deps, 'paystack')).toEqual({
      held: before.held,
      bank: before.bank + 985_000n,
      fees: before.fees + 15_000n,
    });
    expect((await settlementsOf(test.deps, 'paystack')).at(-1)).toMatchObject({
      externalId: String(id),
      currency: 'NGN',
      gross: 1_000_000n,
      fee: 15_000n,
      net: 985_000n,
      settledOn: day,
      source: 'api',
      difference: 0n,
    });
    await checkDays(deps, 'paystack');
    expect(await dayOf('paystack', day)).toMatchObject({
      journal: 1_000_000n,
      settled: 1_000_000n,
      unmatched: 0,
      isDifferent: false,
    });
    expect(alarms).toEqual([]);
  });

  it('is booked without what was refunded from it', async () => {
    const { held, bank } = await standingOf(test.deps, 'paystack');
    const references = [await paid(), await paid()];
    gateways.paystack.settle(references, dayNow(), { effective_amount: 485_000 });
    await read('paystack');
    const after = await standingOf(test.deps, 'paystack');
    // The ₦5,000 of the refund stay until the refund itself is booked.
    expect(after.held - held).toBe(500_000n);
    expect(after.bank - bank).toBe(485_000n);
  });

  it('is told of with other sums later: the alarm rings, and nothing moves', async () => {
    const { deps, alarms } = depsWithAlarms(test.deps);
    const told = {
      id: 'S-1',
      currency: 'NGN',
      fee: 1n,
      settledOn: dayNow(),
      listTransactions: () => Promise.resolve([]),
    } as const;
    await paid();
    const readNet = (net: bigint) =>
      readSettlements(deps, {
        gateway: 'paystack',
        settlements: () => Promise.resolve([{ ...told, net }]),
      });
    await readNet(99n);
    const before = await standingOf(test.deps, 'paystack');
    expect(alarms).toEqual([]);
    await readNet(98n);
    expect(alarms.map(({ message }) => message)).toEqual([
      'a settlement is told of with other sums than were booked',
    ]);
    expect(await standingOf(test.deps, 'paystack')).toEqual(before);
  });

  it('is read another day where it cannot be read today, without keeping back the others', async () => {
    const [one, other] = [await paid(), await paid()];
    const failing = gateways.paystack.settle([one], dayNow());
    const good = gateways.paystack.settle([other], dayNow());
    const path = new RegExp(`/${failing}/transactions`);
    gateways.paystack.gateway.failNext(path, { kind: 'broken' });
    await expect(read('paystack')).rejects.toThrow('paystack did not answer at all');
    const booked = async () =>
      (await settlementsOf(test.deps, 'paystack')).map(({ externalId }) => externalId);
    expect(await booked()).toContain(String(good));
    expect(await booked()).not.toContain(String(failing));
    await read('paystack');
    expect(await booked()).toContain(String(failing));
  });
});

describe('a day', () => {
  it('rings the alarm at once where more was settled than credited, and the bank has it', async () => {
    test.clock.advance(DAY_MS);
    const day = dayNow();
    const { deps, alarms } = depsWithAlarms(test.deps);
    const known = await paid();
    // The payer paid, and we have not heard of it.
    const lost = await topups.reference(ada);
    gateways.paystack.pay(lost);
    gateways.paystack.settle([known, lost], day);
    const { bank } = await standingOf(test.deps, 'paystack');
    await read('paystack', deps);
    expect((await standingOf(test.deps, 'paystack')).bank - bank).toBe(985_000n);
    expect(alarms).toMatchObject([
      {
        message: 'a settlement lists other payments than the journal has',
        details: { gateway: 'paystack', difference: '500000' },
      },
    ]);
    await checkDays(deps, 'paystack');
    expect(alarms.at(-1)).toEqual({
      message: 'a day was settled with another sum than was credited',
      details: { ...PAYSTACK, day, journal: '500000', settled: '1000000', unmatched: 0 },
    });
    const metrics = (await test.call('GET', 'root:/metrics')).text;
    expect(metrics).toMatch(/^settlement_age_seconds\{gateway="paystack"\} /m);
    expect(metrics).toMatch(/^settlement_days_different\{gateway="paystack"\} /m);

    // Once the payment is found and credited, the days add up by themselves.
    expect((await topups.verify(ada, lost)).status).toBe(200);
    await checkDays(deps, 'paystack');
    expect(await dayOf('paystack', day)).toMatchObject({ isDifferent: false });
  });

  it('waits a week for what is in no settlement, and then rings the alarm', async () => {
    const { deps, alarms } = depsWithAlarms(test.deps);
    test.clock.advance(DAY_MS);
    const day = dayNow();
    const alarmsOfDay = () => alarms.filter(({ details }) => details['day'] === day);
    const [settled, missing] = [await paid(), await paid()];
    gateways.paystack.settle([settled], day);
    await read('paystack', deps);
    await checkDays(deps, 'paystack');
    const compared = { journal: 1_000_000n, settled: 500_000n, unmatched: 1 };
    expect(await dayOf('paystack', day)).toMatchObject({ ...compared, isDifferent: false });
    test.clock.advance(6 * DAY_MS);
    await checkDays(deps, 'paystack');
    expect(alarmsOfDay()).toEqual([]);
    test.clock.advance(DAY_MS);
    await checkDays(deps, 'paystack');
    expect(await dayOf('paystack', day)).toMatchObject({ ...compared, isDifferent: true });
    expect(alarmsOfDay()).toMatchObject([
      { details: { ...PAYSTACK, day, journal: '1000000', settled: '500000', unmatched: 1 } },
    ]);
    gateways.paystack.settle([missing], dayNow());
    await read('paystack', deps);
    await checkDays(deps, 'paystack');
    expect(await dayOf('paystack', day)).toMatchObject({ unmatched: 0, isDifferent: false });
  });

  it('with two charges under one reference adds up once both are credited', async () => {
    const reference = await topups.reference(ada, { processor: 'flutterwave' });
    const charge = () =>
      gateways.flutterwave.attempt(reference, 'successful', { amount: 5000, currency: 'NGN' });
    const [first, second] = [charge(), charge()];
    await topups.verify(ada, reference, { processor: 'flutterwave' });
    gateways.flutterwave.settle([first, second], dayNow());
    const { deps, alarms } = depsWithAlarms(test.deps);
    await read('flutterwave', deps);
    expect(alarms).toMatchObject([{ details: { difference: '500000' } }]);
    await checkDays(deps, 'flutterwave');
    expect(await dayOf('flutterwave', dayNow())).toMatchObject({
      journal: 500_000n,
      settled: 1_000_000n,
      isDifferent: true,
    });
    await deliver(test, gateways.flutterwave.webhook(second));
    await checkDays(deps, 'flutterwave');
    expect(await dayOf('flutterwave', dayNow())).toMatchObject({
      journal: 1_000_000n,
      isDifferent: false,
    });
  });
});
