import { expect, it } from 'vitest';

import { buyAirtime } from '../../../server/disbursements/airtime.ts';
import { AppError } from '../../../server/http/app-error.ts';
import { withdraw } from '../../../server/wallet/withdraw.ts';
import { addPerson, nairaOf, type Person } from '../../fixtures/api/people.ts';
import { PIN } from '../../fixtures/api/pins.ts';
import { AIRTIME } from '../../fixtures/api/request-bodies.ts';
import { ownBank } from '../../fixtures/api/withdrawals.ts';
import { setUpScene } from '../scene.ts';

const scene = setUpScene();

/** 'ok', or the code of the refusal. */
const outcomeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'ok',
    (error: unknown) => {
      if (error instanceof AppError) return error.code;
      throw error;
    },
  );

const take = (person: Person, amount: number): Promise<string> =>
  outcomeOf(
    withdraw(scene.deps, undefined, person.userId, {
      amount,
      currency: 'NGN',
      destination: ownBank(person),
      pin: PIN,
    }),
  );

const tally = (outcomes: readonly string[]): Record<string, number> =>
  Object.fromEntries(
    [...new Set(outcomes)].map((one) => [one, outcomes.filter((other) => other === one).length]),
  );

it('of two withdrawals at once that pass the daily limit together, exactly one is done', async () => {
  for (let round = 0; round < 10; round += 1) {
    const person = await addPerson(scene.deps, `twice_${round}`, {
      walletMinor: 10_000_000n,
      hasPin: true,
    });
    const outcomes = await Promise.all([take(person, 30_000), take(person, 30_000)]);
    expect(outcomes.toSorted()).toEqual(['daily_limit_reached', 'ok']);
    expect(await nairaOf(scene.deps, person)).toBe(100_000 - 30_025);
  }
});

it('withdrawals and airtime at once never take out more than the limit', async () => {
  const person = await addPerson(scene.deps, 'both_ways', {
    walletMinor: 20_000_000n,
    hasPin: true,
  });
  const outcomes = await Promise.all(
    Array.from({ length: 20 }, (_, n) =>
      n % 2 === 0
        ? take(person, 5000)
        : outcomeOf(
            buyAirtime(scene.deps, undefined, person.userId, {
              ...AIRTIME,
              amount: 5000,
              pin: PIN,
            }),
          ),
    ),
  );
  expect(tally(outcomes)).toEqual({ ok: 10, daily_limit_reached: 10 });
});
