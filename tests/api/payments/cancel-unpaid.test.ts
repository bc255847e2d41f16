import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import { sweepVouchers } from '../../../server/vouchers/by-purpose/jobs.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';
import { openGiveaway, payFor, postGiveaway, soon } from '../../fixtures/api/giveaways.ts';
import { createdBy, makeVoucher } from '../../fixtures/api/payment-vouchers.ts';
import { noticesPage } from '../../fixtures/api/notices.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { expectFailure, walletOf } from '../../fixtures/api/players.ts';
import { referenceOf, Topups } from '../../fixtures/api/topups.ts';

const test = setUpApp();
const topups = new Topups(test);
const { ada, kofi } = setUpPeople(test, { ada: { walletMinor: 500_000n }, kofi: {} });

const post = (person: Person, path: string, body?: object, key?: string): Promise<Reply> =>
  test.call('POST', path, {
    token: person.token,
    body,
    headers: key ? { 'idempotency-key': key } : {},
  });
const cancel = (person: Person, ref: string, key?: string): Promise<Reply> =>
  post(person, `/vouchers/${ref}/cancel`, undefined, key);
const start = (ulid: string): Promise<Reply> =>
  post(ada, '/vouchers/payment/initialize', {
    voucher_id: ulid,
    amount: 1000,
    processor: 'paystack',
  });
const verify = (reference: string): Promise<Reply> =>
  post(ada, '/vouchers/payment/verify', { reference, processor: 'paystack' });

describe.each([
  ['giveaway', () => postGiveaway(test, ada)],
  ['payment voucher', () => makeVoucher(test, ada)],
])('an unpaid %s', (_name, make) => {
  it('is cancelled by its creator, and moves no money', async () => {
    const { id, ulid } = await make();
    const first = await cancel(ada, ulid, `cancel-${test.round}-aaaa`);
    expect(first).toMatchObject({
      status: 200,
      body: {
        success: true,
        message: 'Voucher cancelled.',
        data: { voucher_id: ulid, status: 'cancelled', amount: 0, currency: 'NGN' },
      },
    });
    expect((await cancel(ada, ulid, `cancel-${test.round}-aaaa`)).body).toEqual(first.body);
    expect((await cancel(ada, String(id))).body).toEqual(first.body);
    expect(await walletOf(test, ada)).toBe(5000);
    const [row] = (await createdBy(test, ada)).vouchers;
    expect(row).toMatchObject({ ulid, status: 'cancelled' });
    expect((await createdBy(test, ada, '?status=pending')).vouchers).toEqual([]);
    expectFailure(
      await test.call('GET', `/vouchers/${ulid}`, { token: kofi.token }),
      404,
      'voucher_removed',
    );
  });

  it('is no one else’s to cancel', async () => {
    const { ulid } = await make();
    expectFailure(await cancel(kofi, ulid), 404, 'voucher_not_found');
    expect((await payFor(test, ada, ulid)).status).toBe(200);
  });

  it('cannot be paid for any more', async () => {
    const { ulid } = await make();
    await cancel(ada, ulid);
    expectFailure(await payFor(test, ada, ulid), 409, 'voucher_not_active');
    expectFailure(await start(ulid), 409, 'voucher_not_active');
    expect(await walletOf(test, ada)).toBe(5000);
  });

  it('leaves what is paid for it later in the wallet, once', async () => {
    const { ulid } = await make();
    const started = await start(ulid);
    const reference = referenceOf(started);
    await cancel(ada, ulid);
    await topups.decide(reference, 'success');
    for (let again = 0; again < 2; again += 1)
      expect((await verify(reference)).body).toMatchObject({
        data: { status: 'settled', credited_to: 'wallet' },
      });
    const paid = (await topups.row(reference))?.amount;
    expect(await walletOf(test, ada)).toBe(5000 + Number(paid) / 100);
    const [told] = (await noticesPage(test, ada)).data;
    expect(told).toMatchObject({
      kind: 'payment_settled',
      data: { amount: Number(paid) / 100, purpose: 'topup' },
    });
  });

  it('is told as paid for where it was', async () => {
    const { ulid } = await make();
    const reference = referenceOf(await start(ulid));
    await topups.decide(reference, 'success');
    expect((await verify(reference)).body['data']).toMatchObject({ credited_to: 'voucher' });
    const [told] = (await noticesPage(test, ada)).data;
    expect(told).toMatchObject({ kind: 'payment_settled', data: { purpose: 'voucher' } });
  });
});

describe('cancelling', () => {
  it('is for payment vouchers alone once they are paid', async () => {
    const { ulid } = await openGiveaway(test, ada);
    expectFailure(await cancel(ada, ulid), 422, 'payment_voucher_only');
  });

  it('comes too late for one that has expired unpaid', async () => {
    const expiresAt = soon(test);
    const { ulid } = await makeVoucher(test, ada, { expires_at: expiresAt });
    test.clock.advance(HOUR_MS);
    await sweepVouchers(test.deps);
    expectFailure(await cancel(ada, ulid), 409, 'voucher_expired');
  });
});
