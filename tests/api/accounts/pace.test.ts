import { notInArray } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import {
  DEVICE_CHALLENGE_MS,
  PACE_WINDOW_MS,
  PACE_WORK_MAX,
  SIGN_UPS_PER_WINDOW,
} from '../../../contract/constants.ts';
import type { DeviceChallenge } from '../../../contract/devices.ts';
import { throttleNetwork, SIGN_INS_PER_WINDOW } from '../../../server/accounts/throttle-network.ts';
import { sweep } from '../../../server/accounts/sweep.ts';
import { paces } from '../../../server/db/schema/accounts.ts';
import { newPerson } from '../../fixtures/api/accounts.ts';
import { solved } from '../../fixtures/api/devices.ts';
import { expectFailure } from '../../fixtures/api/players.ts';
import { setUpApp } from '../../fixtures/api/set-up.ts';
import type { Reply } from '../../fixtures/api/test-app.ts';

const HOME = '102.89.1.1';
const ELSEWHERE = '105.160.7.7';
const MINUTE_MS = 60_000;

const test = setUpApp();
beforeEach(() => test.deps.db.delete(paces));

const post = (path: string, body: object, address = HOME): Promise<Reply> =>
  test.call('POST', path, { body, address });
const challengeIn = ({ text }: Reply): DeviceChallenge =>
  (JSON.parse(text) as { challenge: DeviceChallenge }).challenge;
const workOf = (challenge: DeviceChallenge): number => challenge.parameters.data.work;

/** Signs somebody up as the app does. @returns the work it took */
async function signUp(address = HOME): Promise<number> {
  const person = newPerson();
  let work = 0;
  let reply = await post('/register', person, address);
  while (reply.status === 428) {
    const challenge = challengeIn(reply);
    work += workOf(challenge);
    reply = await post('/register', { ...person, work: await solved(challenge) }, address);
  }
  expect(reply.status, reply.text).toBe(201);
  return work;
}

/** Puts so many sign-ups of a network into its last minutes, without their accounts. */
async function signUpsBefore(count: number, address = HOME): Promise<void> {
  const { db, clock } = test.deps;
  const known = await db.select({ key: paces.key }).from(paces);
  await throttleNetwork(test.deps, 'register', { subject: 'neighbour', address });
  const clearAt = new Date(clock.now() + (count * PACE_WINDOW_MS) / SIGN_UPS_PER_WINDOW);
  const others = known.map(({ key }) => key);
  await db.update(paces).set({ clearAt }).where(notInArray(paces.key, others));
}

describe('signing up', () => {
  it('takes no work for a household, nor for a class of thirty at the same moment', async () => {
    const work = await Promise.all(Array.from({ length: 30 }, () => signUp()));
    expect(work).toEqual(Array(30).fill(0));
  });

  it('takes none where two hundred of one address do so in an hour', async () => {
    let longest = 0;
    for (let index = 0; index < 200; index += 1) {
      const attempt = { subject: `person-${index}`, address: HOME };
      const asked = await throttleNetwork(test.deps, 'register', attempt).catch(
        (error: unknown) => error,
      );
      const { challenge } =
        (asked as { details?: { challenge: DeviceChallenge } } | undefined)?.details ?? {};
      if (challenge) {
        longest = Math.max(longest, workOf(challenge));
        await throttleNetwork(test.deps, 'register', { ...attempt, work: await solved(challenge) });
      }
      test.clock.advance((60 * MINUTE_MS) / 200);
    }
    expect(longest).toBe(0);
  });

  it('takes more and more work in a row, up to a bound, and none in another network', async () => {
    const needed = async (address = HOME): Promise<number> => {
      const reply = await post('/register', newPerson(), address);
      return reply.status === 201 ? 0 : workOf(challengeIn(reply));
    };
    const seen = [];
    for (const before of [30, 59, 60, 89, 90, 479, 480, 509]) {
      await test.deps.db.delete(paces);
      await signUpsBefore(before);
      seen.push(await needed());
    }
    expect(seen).toEqual([1, 1, 2, 2, 3, 15, 16, PACE_WORK_MAX]);
    expect(await needed(ELSEWHERE)).toBe(0);
    test.clock.advance(PACE_WINDOW_MS * (PACE_WORK_MAX - 1));
    expect(await needed()).toBe(1);
    test.clock.advance(PACE_WINDOW_MS);
    expect(await needed()).toBe(0);
  });

  it('counts all addresses of an IPv6 site as one', async () => {
    await signUpsBefore(30, '2c0f:f5c0:1:2::1');
    expect(await signUp('2c0f:f5c0:1:ffff::9')).toBe(1);
    expect(await signUp('2c0f:f5c0:2::1')).toBe(0);
  });

  it('that was asked for work has changed nothing', async () => {
    await signUpsBefore(30);
    const before = await test.deps.db.select().from(paces);
    const reply = await post('/register', newPerson());
    expectFailure(reply, 428, 'work_required', 'Checking…');
    expect(await test.deps.db.select().from(paces)).toEqual(before);
  });
});

describe('the work', () => {
  it('is good for one account, one address and a quarter of an hour', async () => {
    await signUpsBefore(30);
    const person = newPerson();
    const work = await solved(challengeIn(await post('/register', person)));
    const other = { ...person, username: `${person.username}_2` };
    const { solution, challenge } = work;
    const forged = { challenge: { ...challenge, signature: '00'.repeat(32) }, solution };
    for (const [body, address] of [
      [{ ...other, work }, HOME],
      [{ ...person, email: `2_${person.email}`, work }, HOME],
      [{ ...person, work: forged }, HOME],
    ] as const)
      expectFailure(await post('/register', body, address), 428, 'work_required');
    await signUpsBefore(30, ELSEWHERE);
    expectFailure(await post('/register', { ...person, work }, ELSEWHERE), 428, 'work_required');
    expect((await post('/register', { ...person, work })).status).toBe(201);
    expectFailure(await post('/register', { ...person, work }), 409, 'username_taken');
  });

  it('is no longer good afterwards, while the network is as busy', async () => {
    await signUpsBefore(90);
    const person = newPerson();
    const work = await solved(challengeIn(await post('/register', person)));
    test.clock.advance(DEVICE_CHALLENGE_MS + 1);
    expectFailure(await post('/register', { ...person, work }), 428, 'work_required');
  });
});

describe('signing in, and asking for mails', () => {
  it.each([
    ['/api/login', 'login', { email: 'nobody@mail.test', password: 'a-wrong-one' }, 401],
    ['/forgot-password', 'forgot', { email: 'nobody@mail.test' }, 200],
    ['/send-verification-code', 'resend', { email: 'nobody@mail.test' }, 200],
    ['/reset-password', 'reset', { token: 'none', password: 'a-good-password' }, 422],
  ] as const)('%s takes work past a campus', async (path, action, body, status) => {
    for (let index = 0; index < SIGN_INS_PER_WINDOW; index += 1)
      await throttleNetwork(test.deps, action, { subject: `student-${index}`, address: HOME });
    const asked = await post(path, body);
    expectFailure(asked, 428, 'work_required');
    const work = await solved(challengeIn(asked));
    expect(workOf(challengeIn(asked))).toBe(1);
    expect((await post(path, { ...body, work })).status).toBe(status);
    // Each action has a pace of its own.
    expect(await signUp()).toBe(0);
  });
});

it('does not tell that a name and an address are of one account', async () => {
  const person = newPerson();
  expect((await post('/register', person)).status).toBe(201);
  for (let index = 0; index < SIGN_INS_PER_WINDOW; index += 1)
    await throttleNetwork(test.deps, 'login', { subject: `student-${index}`, address: HOME });
  const asked = async (email: string) =>
    challengeIn(await post('/api/login', { email, password: 'a-wrong-one' })).parameters.data;
  const [name, address] = [await asked(person.username), await asked(person.email)];
  expect(name.device_id).not.toBe(address.device_id);
});

it('is forgotten once the network is quiet', async () => {
  await signUpsBefore(3);
  await signUpsBefore(9, ELSEWHERE);
  test.clock.advance(PACE_WINDOW_MS / 10 + 1);
  await sweep(test.deps);
  expect(await test.deps.db.$count(paces)).toBe(1);
});
