import { afterAll, beforeAll, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { startTestApp, type TestApp } from '../../fixtures/api/test-app.ts';
import { openCountedDatabase, type CountedDatabase } from '../../fixtures/api/counted-database.ts';
import {
  guess,
  lotteryFields,
  openGiveaway,
  wrongCode,
  type Giveaway,
} from '../../fixtures/api/giveaways.ts';
import { openVoucher, redeem } from '../../fixtures/api/payment-vouchers.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';

let counted: CountedDatabase;
let test: TestApp;
let ada: Person;
let kofi: Person;
let voucher: Giveaway;
let lottery: Giveaway;

beforeAll(async () => {
  counted = await openCountedDatabase();
  test = await startTestApp({}, counted.database);
  ada = await addPerson(test.deps, 'ada', { walletMinor: 10_000_000n });
  kofi = await addPerson(test.deps, 'kofi');
  for (let made = 0; made < 12; made += 1) voucher = await openGiveaway(test, ada);
  lottery = await openGiveaway(test, ada, lotteryFields(test));
  await guess(test, kofi, lottery.ulid, lottery.code);
  // The queue tidies up after itself now and then; what it asks of the database is not what is counted.
  await test.deps.jobs.stop();
  // The first call of a session notes that it is in use.
  for (const { token } of [ada, kofi]) await test.call('GET', '/user', { token });
});
afterAll(() => test.close());

/** Statements for one call that must succeed. */
const statements = async (path: string, token?: string): Promise<number> => {
  const sent = await counted.during(async () => {
    const reply = await test.call('GET', path, { token });
    expect(reply.status, reply.text).toBe(200);
  });
  return sent.length;
};

it('asks the same of the database for a long list as for a short one', async () => {
  const newest = 'sort_by=created_at';
  expect(await statements(`/vouchers?${newest}&per_page=1`, kofi.token)).toBe(3);
  expect(await statements(`/vouchers?${newest}&per_page=50`, kofi.token)).toBe(3);
  // The rates that amounts are compared by are one more.
  expect(await statements('/vouchers', kofi.token)).toBe(4);
  expect(await statements('/vouchers?min_amount=1&amount_currency=GHS', kofi.token)).toBe(4);
  // The users with such a name are one more.
  expect(await statements(`/vouchers?${newest}&creator_name=ada`, kofi.token)).toBe(4);
});

it('reads a voucher in one statement, whose session it is in another, and their entries in a third', async () => {
  const path = `/vouchers/${voucher.ulid}?skip_tracking=true`;
  expect(await statements(path)).toBe(1);
  expect(await statements(path, kofi.token)).toBe(2);
  expect(await statements(`/vouchers/${lottery.ulid}?skip_tracking=true`, kofi.token)).toBe(3);
});

it('answers a poll, and the featured vouchers, in one statement', async () => {
  expect(await statements(`/vouchers/${voucher.ulid}/views`)).toBe(1);
  expect(await statements('/vouchers/featured')).toBe(1);
  // Session, giveaways, and the coins of shares.
  expect(await statements('/vouchers/followed', kofi.token)).toBe(3);
});

it('reads what is behind a voucher in one statement more', async () => {
  expect(await statements(`/vouchers/${lottery.ulid}/guesses`)).toBe(2);
  // Where the money went is asked for in full when it has moved.
  expect(await statements(`/vouchers/${lottery.ulid}/fairness`)).toBe(3);
  expect(await statements(`/vouchers/${lottery.ulid}/fairness`)).toBe(2);
  expect(await statements(`/vouchers/analytics/${lottery.ulid}`, ada.token)).toBe(3);
});

it('takes a guess in a bounded number of statements, paying the prize included', async () => {
  const sent = (code: string, status: number): Promise<readonly string[]> =>
    counted.during(async () => {
      const reply = await guess(test, kofi, voucher.ulid, code);
      expect(reply.status, reply.text).toBe(status);
    });
  expect((await sent(wrongCode(voucher.code), 422)).length).toBeLessThanOrEqual(17);
  test.clock.advance(HOUR_MS);
  expect((await sent(voucher.code, 200)).length).toBeLessThanOrEqual(26);
});

it('redeems a payment voucher in a bounded number of statements', async () => {
  const { code } = await openVoucher(test, ada);
  const sent = await counted.during(async () => {
    const reply = await redeem(test, kofi, code);
    expect(reply.status, reply.text).toBe(200);
  });
  expect(sent.length).toBeLessThanOrEqual(14);
  // Wrong codes that came with the right one in a burst are counted before it is taken.
  const foundAt = sent.findIndex((text) => text.includes('"code_hash" in'));
  expect(foundAt).toBeGreaterThan(0);
  expect(sent.findLastIndex((text) => text.includes('"rate_limits"'))).toBeGreaterThan(foundAt);
});
