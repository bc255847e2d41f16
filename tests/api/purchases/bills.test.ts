import { describe, expect, it } from 'vitest';

import { PURCHASES_PER_HOUR } from '../../../contract/constants.ts';
import { noticeText } from '../../../contract/notifications/notice-text.ts';
import type { Deps } from '../../../server/deps.ts';
import type { BillSupplier } from '../../../server/disbursements/adapters/providers.ts';
import { payBill } from '../../../server/disbursements/bills.ts';
import { recordResponse, SEND_WAIT_MS } from '../../../server/disbursements/disbursement.ts';
import { PURCHASES } from '../../../server/disbursements/purchases.ts';
import { noticesOf } from '../../fixtures/api/notices.ts';
import { keyOf, type Person } from '../../fixtures/api/people.ts';
import { walletOf, receiptOf, statementOf } from '../../fixtures/api/players.ts';
import {
  FAILING_PHONE,
  purchaseOf,
  Purchases,
  WAITING_METER,
  WAITING_PHONE,
} from '../../fixtures/api/purchases.ts';
import { BILL } from '../../fixtures/api/request-bodies.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const purchases = new Purchases(test);

const pay = purchases.payBill.bind(purchases);
/** The server with another supplier of bills. */
function depsWith(change: (supplier: BillSupplier) => BillSupplier | undefined): Deps {
  const { suppliers } = test.deps;
  const supplier = suppliers.billsIn('nigeria');
  if (!supplier) throw new Error('no sandbox');
  return { ...test.deps, suppliers: { ...suppliers, billsIn: () => change(supplier) } };
}
const withoutList = (supplier: BillSupplier): BillSupplier => ({
  ...supplier,
  listBillers: () => Promise.reject(new Error('away')),
});
const withFee = (supplier: BillSupplier): BillSupplier => ({
  ...supplier,
  async listBillers(region) {
    const billers = await supplier.listBillers(region);
    return billers.map((biller) => ({
      ...biller,
      items: biller.items.map((item) => ({ ...item, feeMinor: item.feeMinor + 1n })),
    }));
  },
});
const validate = (person: Person, body: object) =>
  test.call('POST', '/bills/validate', { token: person.token, body });
const categories = (person: Person, query = '') =>
  test.call('GET', `/bills/categories${query}`, { token: person.token });

describe('billers', () => {
  it('are those of the caller’s region, by what they are for', async () => {
    const reply = await categories(await purchases.newBuyer(0, 'kenya'));
    expect(reply.body).toMatchObject({ region: 'kenya', currency: 'KES', recent: [] });
    const data = reply.body['data'] as unknown as { id: string; billers: { name: string }[] }[];
    expect(data.map(({ id }) => id)).toEqual(['electricity', 'tv', 'internet', 'water']);
    expect(data[0]?.billers).toEqual([
      {
        id: 'kplc',
        name: 'Kenya Power',
        customer_label: 'Meter number',
        is_checked: true,
        items: [
          {
            id: 'kplc-prepaid',
            name: 'Prepaid tokens',
            amount: null,
            min: 50,
            max: 35_000,
            fee: 0,
          },
          { id: 'kplc-postpaid', name: 'Postpaid', amount: null, min: 50, max: 35_000, fee: 0 },
        ],
      },
    ]);
  });

  it('come with what was paid last, each customer once, nothing that failed', async () => {
    const person = await purchases.newBuyer(10_000);
    await pay(person);
    await pay(person, { amount: 2000 });
    await pay(person, { customer: '04521180000' });
    const recent = (await categories(person)).body['recent'];
    expect(recent).toEqual([
      {
        biller: 'ikeja',
        biller_name: 'Ikeja Electric',
        item: 'ikeja-prepaid',
        item_name: 'Prepaid',
        customer: '04521187339',
        customer_name: 'Test Customer 7339',
        amount: 2000,
        paid_at: expect.any(String),
      },
    ]);
  });
});

describe('a customer', () => {
  it('is shown before anything is paid', async () => {
    const person = await purchases.newBuyer(0);
    const reply = await validate(person, { biller: 'dstv', customer: '7018225390' });
    expect(reply.body).toEqual({ success: true, data: { customer_name: 'Test Customer 5390' } });
    const untold = await validate(person, { biller: 'spectranet', customer: '7018225390' });
    expect(untold.body['data']).toEqual({ customer_name: null });
  });

  it.each([
    [
      'that there is not',
      { biller: 'ikeja', customer: '045211870404' },
      'This number was not found. Please check it.',
    ],
    [
      'of a biller that is gone',
      { biller: 'nowhere', customer: '04521187339' },
      'This biller is no longer offered. Choose another one.',
    ],
    [
      'of another country’s biller',
      { biller: 'kplc', customer: '04521187339' },
      'This biller is no longer offered. Choose another one.',
    ],
  ])('%s is refused', async (_what, body, message) => {
    const reply = await validate(await purchases.newBuyer(0), body);
    expect([reply.status >= 400, reply.body['message']]).toEqual([true, message]);
  });

  it('cannot be looked up for a whole list of numbers', async () => {
    const person = await purchases.newBuyer(0);
    const statuses: number[] = [];
    for (let n = 0; n < 31; n += 1)
      statuses.push((await validate(person, { biller: 'dstv', customer: '7018225390' })).status);
    expect(statuses).toEqual([...Array.from({ length: 30 }, () => 200), 429]);
  });

  it('cannot be looked up so by paying either, with nothing in the wallet', async () => {
    const person = await purchases.newBuyer(0);
    const answers = new Set<unknown>();
    for (let number = 10; number <= 2 * PURCHASES_PER_HOUR + 10; number += 1) {
      const customer = `0452118${number}${number % 2 ? '0404' : '7339'}`;
      answers.add((await pay(person, { customer })).body['code']);
    }
    expect([...answers]).toEqual(['insufficient_funds', 'customer_not_found', 'too_many_requests']);
  });
});

describe('a bill', () => {
  it('is paid with its fee, and gives the token of a prepaid meter', async () => {
    const person = await purchases.newBuyer(5000);
    const reply = await pay(person);
    expect(reply.body).toMatchObject({
      message: 'Your purchase was delivered',
      data: { status: 'completed', token: expect.stringMatching(/^\d{20}$/) },
    });
    expect(await walletOf(test, person)).toBe(3900);
    const [line] = await statementOf(test, person, '?type=bill');
    expect(line).toMatchObject({ amount: 1100, description: 'Ikeja Electric Prepaid ••7339' });
    expect(await receiptOf(test, person, line?.id)).toMatchObject({
      to: { name: 'Ikeja Electric, Prepaid', detail: 'Test Customer 7339, 04521187339' },
      lines: [
        { label: 'Amount', amount: 1000 },
        { label: 'Fee', amount: 100 },
      ],
      token: (reply.body['data'] as unknown as { token: string }).token,
    });
  });

  it('with a key that was sent before is the same bill', async () => {
    const person = await purchases.newBuyer(5000);
    const key = { 'idempotency-key': 'pay-once' };
    const first = await pay(person, {}, key);
    expect((await pay(person, {}, key)).body).toEqual(first.body);
    expect(await walletOf(test, person)).toBe(3900);
  });

  it.each<[string, (supplier: BillSupplier) => BillSupplier | undefined]>([
    ['has another fee', withFee],
    ['has a supplier that is away', withoutList],
    ['has a supplier no more', () => undefined],
  ])('that was paid and now %s is the same bill to its key', async (_what, change) => {
    const person = await purchases.newBuyer(5000);
    const key = keyOf(person, 'pay-once');
    const first = await payBill(test.deps, key, person.userId, BILL);
    expect(await payBill(depsWith(change), key, person.userId, BILL)).toEqual(first);
    expect(await walletOf(test, person)).toBe(3900);
  });

  it('that is paid while its repeat is refused is the answer to that repeat', async () => {
    const person = await purchases.newBuyer(5000);
    const key = keyOf(person, 'pay-once');
    const listBillers = async () => {
      await payBill(test.deps, key, person.userId, BILL);
      throw new Error('away');
    };
    const deps = depsWith((supplier) => ({ ...supplier, listBillers }));
    expect((await payBill(deps, key, person.userId, BILL)).status).toBe('completed');
    expect(await walletOf(test, person)).toBe(3900);
  });

  it.each([
    ['another fee', { fee: 0 }, 'The fee of this bill has changed. Check it and pay again.'],
    ['less than the least', { amount: 499 }, 'Please enter a valid amount (min ₦500)'],
    ['more than the most', { amount: 500_001 }, 'You can pay at most ₦500,000 at once'],
    [
      'another price than the package has',
      { biller: 'dstv', item: 'dstv-padi', fee: 0 },
      'This amount is not sold. Choose one of those offered.',
    ],
    [
      'an item of another biller',
      { item: 'eko-prepaid' },
      'This biller is no longer offered. Choose another one.',
    ],
    [
      'a customer that there is not',
      { customer: '045211870404' },
      'This number was not found. Please check it.',
    ],
    ['more than there is', { amount: 4950 }, 'Insufficient wallet balance'],
    ['dollars', { currency: 'USD' }, 'Airtime and bills cannot be paid in this currency'],
  ])('for %s is refused', async (_what, body, message) => {
    const person = await purchases.newBuyer(5000);
    const reply = await pay(person, body);
    expect([reply.status >= 400, reply.body['message']]).toEqual([true, message]);
    expect(await walletOf(test, person)).toBe(5000);
  });

  it.each([
    ['listBillers', 'Failed to load the billers. Please try again.'],
    ['findCustomer', 'The number could not be checked. Please try again.'],
  ])('is not begun while %s has no answer', async (question, message) => {
    const person = await purchases.newBuyer(5000);
    const deps = depsWith((supplier) => ({
      ...supplier,
      [question]: () => Promise.reject(new Error('away')),
    }));
    await expect(payBill(deps, undefined, person.userId, BILL)).rejects.toThrow(message);
    expect(await walletOf(test, person)).toBe(5000);
  });
});

/** What a buyer reads of what they bought, newest first. */
const toldTo = async (person: Person) =>
  (await noticesOf(test, person)).map(({ kind, data }) => {
    const { title, body } = noticeText(kind, data, (amount, currency) => `${currency} ${amount}`);
    return [title, body];
  });

/** A bill for a prepaid meter whose supplier is at it. */
async function waitingBill(person: Person): Promise<number> {
  const reply = await purchases.payBill(person, { customer: WAITING_METER });
  return (await purchases.row(purchaseOf(reply).reference)).id;
}

describe('the end of a purchase', () => {
  it.each([undefined, FAILING_PHONE])(
    'that comes in time is its answer, and nothing else tells of it',
    async (phone) => {
      const person = await purchases.newBuyer(1000);
      const reply = await purchases.buyAirtime(person, phone === undefined ? {} : { phone });
      expect(purchaseOf(reply).status).toBe(phone === undefined ? 'completed' : 'failed');
      expect(await noticesOf(test, person)).toEqual([]);
    },
  );

  it.each([
    ['', 'Purchase delivered', 'MTN, NGN 500'],
    ['?outcome=failed', 'Purchase failed', 'MTN: NGN 500 is back in your wallet'],
  ])('that comes after its answer is told once%s', async (query, title, body) => {
    const person = await purchases.newBuyer(1000);
    const { reference } = purchaseOf(await purchases.buyAirtime(person, { phone: WAITING_PHONE }));
    test.clock.advance(SEND_WAIT_MS);
    for (let time = 0; time < 2; time += 1)
      await test.call('POST', `root:/sandbox/settle/${reference}${query}`);
    expect(await toldTo(person)).toEqual([[title, body]]);
  });

  it('is told with its token, or that token once it has come', async () => {
    const [paid, token] = [{ state: 'paid' }, { state: 'paid', token: '1'.repeat(20) }] as const;
    const delivered = ['Purchase delivered', 'Ikeja Electric Prepaid, NGN 1100'];
    const arrived = ['Your token is here', 'Ikeja Electric Prepaid: the token is on the receipt'];
    const person = await purchases.newBuyer(5000);
    const bill = await waitingBill(person);
    for (const verdict of [paid, paid, token, token])
      await recordResponse(test.deps, PURCHASES, bill, verdict);
    expect(await toldTo(person)).toEqual([arrived, delivered]);

    const other = await purchases.newBuyer(5000);
    await recordResponse(test.deps, PURCHASES, await waitingBill(other), token);
    expect(await toldTo(other)).toEqual([arrived]);
  });
});
