import { describe, expect, it } from 'vitest';

import { HOUR_MS } from '../../../contract/durations.ts';
import type { Deps } from '../../../server/deps.ts';
import { reconcilePayouts, PAYOUT_SEND_UNTIL_MS } from '../../../server/disbursements/payouts.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import type { Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import { ownBank, Withdrawals } from '../../fixtures/api/withdrawals.ts';
import { walletOf } from '../../fixtures/api/players.ts';
import { DISBURSEMENT_CHECK_AFTER_MS } from '../../../server/disbursements/disbursement.ts';

const test = setUpApp();
const withdrawals = new Withdrawals(test);

const keyOf = ({ userId }: Person) => ({
  userId,
  key: 'late-one',
  fingerprint: 'x',
  isSame: () => true,
});
const send = (person: Person, deps: Deps) =>
  withdraw(deps, keyOf(person), person.userId, {
    amount: 1000,
    currency: 'NGN',
    destination: ownBank(person),
    pin: PIN,
  });
/** A withdrawal whose rail was gone before it was handed over. */
async function held(person: Person): Promise<string> {
  const payouts = { ...test.deps.payouts, named: () => undefined };
  const { reference } = await send(person, { ...test.deps, payouts });
  expect(await withdrawals.row(reference)).toMatchObject({ status: 'pending', attempts: 0 });
  return reference;
}
/** The server with a rail that never answers and shows no transfer. */
function lagging(): { deps: Deps; sent: string[] } {
  const sent: string[] = [];
  const deps = withdrawals.depsWith({
    find: () => Promise.resolve({ state: 'unknown' }),
    send: ({ reference }) => {
      sent.push(reference);
      return Promise.reject(new Error('timed out'));
    },
  });
  return { deps, sent };
}

describe('a withdrawal that could not be handed over', () => {
  it('is handed over for a day', async () => {
    const reference = await held(await withdrawals.newPayee(5000));
    test.clock.advance(PAYOUT_SEND_UNTIL_MS - 1);
    await reconcilePayouts(test.deps);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'completed', attempts: 1 });
  });

  it('is not handed over later, by no one, and comes back an hour after', async () => {
    const person = await withdrawals.newPayee(5000);
    const reference = await held(person);
    const { deps, sent } = lagging();
    test.clock.advance(PAYOUT_SEND_UNTIL_MS);
    expect((await send(person, deps)).status).toBe('pending');
    await reconcilePayouts(deps);
    expect(await walletOf(test, person)).toBe(4000);
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(deps);
    expect(await withdrawals.row(reference)).toMatchObject({ status: 'failed', attempts: 0 });
    expect(await walletOf(test, person)).toBe(5000);
    expect(sent).toEqual([]);
  });

  it('comes back when its rail is there again, however late', async () => {
    const person = await withdrawals.newPayee(5000);
    await held(person);
    test.clock.advance(PAYOUT_SEND_UNTIL_MS + 2 * HOUR_MS);
    await reconcilePayouts(withdrawals.depsWithout());
    expect(await walletOf(test, person)).toBe(4000);
    const { deps, sent } = lagging();
    test.clock.advance(HOUR_MS);
    await reconcilePayouts(deps);
    test.clock.advance(DISBURSEMENT_CHECK_AFTER_MS);
    await reconcilePayouts(deps);
    expect(sent).toEqual([]);
    expect(await walletOf(test, person)).toBe(5000);
  });
});
