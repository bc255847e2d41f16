import { describe, expect, it } from 'vitest';

import { noticeText } from '../../../contract/notifications/notice-text.ts';
import { recordResponse, SEND_WAIT_MS } from '../../../server/disbursements/disbursement.ts';
import { PURCHASES } from '../../../server/disbursements/purchases.ts';
import { noticesOf } from '../../fixtures/api/notices.ts';
import type { Person } from '../../fixtures/api/people.ts';
import {
  FAILING_PHONE,
  purchaseOf,
  Purchases,
  WAITING_METER,
  WAITING_PHONE,
} from '../../fixtures/api/purchases.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';

const test = setUpApp();
const purchases = new Purchases(test);

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
    const arrived = ['Your token is here', 'Ikeja Electric Prepaid: its receipt shows the token'];
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
