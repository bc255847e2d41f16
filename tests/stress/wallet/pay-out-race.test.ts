import { expect, it } from 'vitest';

import { DAY_MS } from '../../../contract/durations.ts';
import { submitGuess } from '../../../server/giveaways/guess/submit-guess.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { FEE_MINOR, makeVoucher, payVoucher, RESERVE_MINOR } from '../payment-voucher-scene.ts';
import { addCreator, CODE, setUpScene, postGiveaway } from '../scene.ts';

const ROUNDS = 30;
const AMOUNT_MINOR = 10_000n;

const scene = setUpScene();

it('pays prizes into a wallet that pays for vouchers at the same moment, without a deadlock', async () => {
  const { deps } = scene;
  const creator = await addCreator(deps, 'creator', ROUNDS);
  const walletMinor = RESERVE_MINOR + BigInt(ROUNDS) * (AMOUNT_MINOR + FEE_MINOR);
  const winner = await addPerson(deps, 'winner', { ageMs: 30 * DAY_MS, walletMinor });
  const win = async (ulid: string): Promise<number> => {
    const { status } = await submitGuess(deps, {
      caller: { ...winner, sessionId: 0, emailVerified: true, isPremium: false },
      body: { voucher_id: ulid, code: CODE },
      origin: { deviceId: undefined, network: 'stress' },
      requestKey: undefined,
    });
    return status;
  };
  const pay = async (ulid: string): Promise<number> =>
    (await payVoucher(deps, winner, ulid, AMOUNT_MINOR)).status;
  const giveaways: string[] = [];
  const bought: string[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    giveaways.push(await postGiveaway(deps, creator));
    bought.push((await makeVoucher(deps, winner, AMOUNT_MINOR)).ulid);
  }
  const done = giveaways.flatMap((ulid, at) => [win(ulid), pay(bought[at] ?? '')]);
  expect(new Set(await Promise.all(done))).toEqual(new Set([200]));
  const { rows } = await deps.database.executeSql(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ n: 0 }]);
});
