import { expect, it } from 'vitest';

import { GUESS_WORK_STEP, RISK_CROWD_SIZE } from '../../../server/abuse/score-guess.ts';
import type { DeviceChallenge, GuessChallenge } from '../../../contract/devices.ts';
import { proveDevice, DEVICES_PER_WORK } from '../../../server/abuse/prove-device.ts';
import { AppError } from '../../../server/http/app-error.ts';
import { solved } from '../../fixtures/api/devices.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { sendTo, type Answer } from '../http-client.ts';
import { addCreator, CODE, setUpScene, postGiveaway } from '../scene.ts';

const ADDRESS = '105.112.7.9';
const BURST = 130;
/** A network may need twice the work by the time that a solution comes back, and not more. */
const TAKEN = 2 * DEVICES_PER_WORK;

const scene = setUpScene(() => ({ GOODIES_WORK: '1' }));

/** The work of a device that asks while its network is quiet, done. */
async function ready(index: number) {
  const device_id = `one-of-a-burst-${index}`;
  const failure: unknown = await proveDevice(scene.deps, { device_id }, ADDRESS).catch(
    (error: unknown) => error,
  );
  if (!(failure instanceof AppError)) throw new Error('a token without work');
  const payload = await solved(failure.details['challenge'] as DeviceChallenge);
  return { device_id, payload };
}

it('solutions that were kept for one moment are counted one after the other', async () => {
  const bodies = [];
  for (let index = 0; index < BURST; index += 1) bodies.push(await ready(index));
  const outcomes = await Promise.allSettled(
    bodies.map((body) => proveDevice(scene.deps, body, ADDRESS)),
  );
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(TAKEN);
});

/** Unverified accounts that guess at the same moment, each another code, none of them right. */
const FARM = 100;

it('a burst of guesses is counted one after the other, with work and without it', async () => {
  const creator = await addCreator(scene.deps, 'creator', 1);
  const ulid = await postGiveaway(scene.deps, creator);
  const farm = await Promise.all(
    Array.from({ length: FARM }, (_, index) =>
      addPerson(scene.deps, `farm_${index}`, { verified: false }),
    ),
  );
  const send = sendTo(scene.app);
  const burst = (works: readonly unknown[] = []): Promise<Answer[]> =>
    Promise.all(
      farm.map(({ token }, index) =>
        send({
          token,
          path: '/vouchers/submit',
          body: { voucher_id: ulid, code: `${Number(CODE) + 1 + index}`, work: works[index] },
        }),
      ),
    );
  const taken = (answers: readonly Answer[]): number =>
    answers.filter(({ body }) => body['code'] === 'wrong_guess').length;

  const first = await burst();
  expect(taken(first)).toBe(RISK_CROWD_SIZE);
  const works = await Promise.all(
    first.map(({ body }) => body['challenge'] && solved(body['challenge'] as GuessChallenge)),
  );
  const second = await burst(works);
  // Those who were taken before have to wait, or send the same code again.
  expect(taken(second) - RISK_CROWD_SIZE).toBe(GUESS_WORK_STEP);
});
