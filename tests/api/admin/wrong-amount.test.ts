import { describe, expect, it } from 'vitest';

import { RECONCILE_UNTIL_MS } from '../../../contract/constants.ts';
import { reconcilePending } from '../../../server/payments/reconcile-pending.ts';
import { settlePayment } from '../../../server/payments/settle-payment.ts';
import { Admin } from '../../fixtures/api/admin.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Topups } from '../../fixtures/api/topups.ts';

const test = setUpApp();
const { ada } = setUpPeople(test, { ada: {} });
const admin = new Admin(test);
const topups = new Topups(test);

const proof = 'refund 8812 on the dashboard';
/** The server with a gateway that charged a kobo less. */
const charged = () => topups.depsSaying({ amountMinor: 499_999n });

describe('a payment of which another amount was charged', () => {
  it('is called failed by hand once it was returned, and stays so', async () => {
    const deps = charged();
    const reference = await topups.reference(ada);
    test.clock.advance(RECONCILE_UNTIL_MS + 1);
    await reconcilePending(deps);
    expect(await admin.run(`payment ${reference}`, { deps })).toEqual([
      'asked sandbox: another amount was charged: nothing is credited, return it at the gateway, then call it failed',
    ]);
    expect(await topups.statusOf(reference)).toBe('pending');
    const fail = () => admin.run(`payment ${reference} failed`, { deps, proof });
    expect(await fail()).toEqual([`failed by hand, ₦5,000; proof: ${proof}`]);
    const written = await admin.countActions();
    await expect(fail()).rejects.toThrow('is failed');
    expect(await admin.countActions()).toBe(written);
    // The gateway goes on calling it paid.
    expect(await settlePayment(deps, reference)).toMatchObject({ mismatch: true });
    expect(await topups.statusOf(reference)).toBe('failed');
    expect(await walletOf(test, ada)).toBe(0);
  });

  it('is credited all the same when the right amount is paid after that, once', async () => {
    const reference = await topups.reference(ada);
    await admin.run(`payment ${reference} failed`, { deps: charged(), proof });
    for (let n = 0; n < 2; n += 1) await settlePayment(topups.depsSaying({}), reference);
    expect(await walletOf(test, ada)).toBe(5000);
  });

  it('is not taken as paid by hand', async () => {
    const reference = await topups.reference(ada);
    const pay = admin.run(`payment ${reference} paid`, { deps: charged(), proof });
    await expect(pay).rejects.toThrow('can be asked, and says paid');
    expect(await topups.statusOf(reference)).toBe('pending');
  });
});
