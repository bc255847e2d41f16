import { desc, eq } from 'drizzle-orm';
import { beforeEach, describe, expect, it } from 'vitest';

import { HOLD_MS, WAIT_MS } from '../../../contract/constants.ts';
import { GUESS_CHALLENGE_MS } from '../../../server/abuse/proof-of-work.ts';
import {
  RISK_CROWD_SIZE,
  RISK_YOUNG_MS,
  VERIFIED_PER_DEVICE,
} from '../../../server/abuse/score-guess.ts';
import { RISK_CROWD_WINDOW_MS } from '../../../server/abuse/find-newcomers.ts';
import { guesses, guessWaits, voucherReferrals } from '../../../server/db/schema/giveaways.ts';
import { idempotencyKeys } from '../../../server/db/schema/http.ts';
import { openDigitByTime } from '../../../server/giveaways/open-digits.ts';
import { provenDevice, solved } from '../../fixtures/api/devices.ts';
import {
  openGiveaway,
  WITHOUT_VIEWS,
  wrongCode,
  type Giveaway,
  lotteryFields,
} from '../../fixtures/api/giveaways.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { expectFailure, changeUser } from '../../fixtures/api/players.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { challengeOf, guessFrom, guessWithWork } from '../../fixtures/api/working-guesser.ts';
import { HOUR_MS } from '../../../contract/durations.ts';

/** The rule's bound on the wait that an honest person feels. */
const FELT_MAX_SECONDS = 3;
const CAMPUS = { address: '105.112.7.9' };
const ELSEWHERE = { address: '41.90.1.1' };

const test = setUpApp();
const { ada } = setUpPeople(test, { ada: { walletMinor: 10_000_000n } });
let voucher: Giveaway;
let made = 0;
beforeEach(async () => {
  voucher = await openGiveaway(test, ada);
});

const addUnverified = (): Promise<Person> => addVerified({ verified: false });
const addVerified = (wanted = {}): Promise<Person> =>
  addPerson(test.deps, `guesser_${(made += 1)}`, wanted);

/** Somebody whose account is a day old. */
async function addResident(): Promise<Person> {
  const person = await addVerified();
  const createdAt = new Date(test.clock.now() - RISK_YOUNG_MS);
  await changeUser(test, person, { createdAt });
  return person;
}

let variant = 0;
const wrongGuess = () => ({
  voucher_id: voucher.ulid,
  code: wrongCode(voucher.code, (variant += 1)),
});

/** Unverified accounts that have guessed a moment ago. */
async function crowd(count: number): Promise<void> {
  for (let index = 0; index < count; index += 1) {
    const { reply } = await guessWithWork(test, await addUnverified(), wrongGuess(), CAMPUS);
    expectFailure(reply, 422, 'wrong_guess');
  }
}

const lastGuess = async () =>
  (await test.deps.db.select().from(guesses).orderBy(desc(guesses.id)).limit(1))[0];
const countOf = () => test.deps.db.$count(guesses, eq(guesses.voucherId, voucher.id));

describe('a guess past the bound', () => {
  it('is refused for want of work and changes nothing; with its work it is taken, once, under the same key', async () => {
    await crowd(RISK_CROWD_SIZE);
    const person = await addUnverified();
    const place = {
      ...CAMPUS,
      headers: { 'idempotency-key': `the-key-of-${person.userId}` },
    };
    const body = wrongGuess();
    const refused = await guessFrom(test, person, body, place);
    expectFailure(refused, 428, 'work_required');
    expect(refused.body['message']).toContain('Verify your e-mail');
    const { data } = challengeOf(refused).parameters;
    const told = { voucher: voucher.ulid, user: person.userId, guess: 0, level: 0, work: 0.3 };
    expect(data).toEqual({ ...told, issued_at: test.clock.now() });
    const rowsOf = async () => [
      await test.deps.db.$count(guessWaits, eq(guessWaits.userId, person.userId)),
      await test.deps.db.$count(guesses, eq(guesses.userId, person.userId)),
      await test.deps.db.$count(idempotencyKeys, eq(idempotencyKeys.userId, person.userId)),
      await countOf(),
    ];
    expect(await rowsOf()).toEqual([0, 0, 0, RISK_CROWD_SIZE]);

    const work = await solved(challengeOf(refused));
    const taken = await guessFrom(test, person, { ...body, work }, place);
    expect(taken.body).toMatchObject({ code: 'wrong_guess' });
    for (const again of [{ ...body, work }, body])
      expect((await guessFrom(test, person, again, place)).body).toEqual(taken.body);
    expect(await rowsOf()).toEqual([1, 1, 1, RISK_CROWD_SIZE + 1]);
  });

  it('that wins in a crowd is paid at once, and held for a day with what speaks against it', async () => {
    await crowd(RISK_CROWD_SIZE);
    const winner = await addUnverified();
    const right = { voucher_id: voucher.ulid, code: voucher.code };
    const { reply } = await guessWithWork(test, winner, right, CAMPUS);
    expect(reply.body).toMatchObject({ result: 'won', balance: 1_000 });
    const { body } = await test.call('GET', '/wallet/balances', { token: winner.token });
    expect(body['data']).toMatchObject({
      wallets: {
        NGN: {
          amount: 1_000,
          held: [{ amount: 1_000, until: new Date(test.clock.now() + HOLD_MS).toISOString() }],
        },
      },
    });
  });

  it('asks for four times as much with every two that follow, for an hour', async () => {
    await crowd(RISK_CROWD_SIZE);
    const works = [];
    for (let index = 0; index < 6; index += 1) {
      const person = await addUnverified();
      const refused = await guessFrom(test, person, wrongGuess(), CAMPUS);
      works.push(challengeOf(refused).parameters.data.work);
      await crowd(1);
    }
    expect(works).toEqual([0.3, 0.3, 1.2, 1.2, 4.8, 4.8]);
    test.clock.advance(RISK_CROWD_WINDOW_MS);
    const later = await guessFrom(test, await addUnverified(), wrongGuess(), CAMPUS);
    expectFailure(later, 422, 'wrong_guess');
  });

  it('is not paid for by work of another guess, person or voucher, forged, of less, or late', async () => {
    await crowd(RISK_CROWD_SIZE);
    const [person, other] = [await addUnverified(), await addUnverified()];
    const work = await solved(challengeOf(await guessFrom(test, person, wrongGuess(), CAMPUS)));
    const { challenge, solution } = work;
    const { parameters } = challenge;
    const forge = (data: object, more: object = {}) => ({
      solution,
      challenge: {
        ...challenge,
        parameters: { ...parameters, ...more, data: { ...parameters.data, ...data } },
      },
    });
    const refuse = async (by: Person, with_: typeof work) =>
      expectFailure(
        await guessFrom(test, by, { ...wrongGuess(), work: with_ }, CAMPUS),
        428,
        'work_required',
      );
    await refuse(other, work);
    await refuse(other, forge({ user: other.userId }));
    await refuse(person, forge({}, { cost: 1 }));
    await refuse(person, { challenge, solution: { ...solution, derivedKey: '00'.repeat(32) } });

    const first = voucher;
    voucher = await openGiveaway(test, ada);
    await crowd(RISK_CROWD_SIZE);
    await refuse(person, work);
    voucher = first;

    // It is another's turn first, and the work is no longer enough.
    await crowd(2);
    await refuse(person, work);
    await refuse(person, forge({ level: 1 }));
    const enough = challengeOf(await guessFrom(test, person, wrongGuess(), CAMPUS));
    test.clock.advance(GUESS_CHALLENGE_MS + 1);
    await refuse(person, await solved(enough));
    const again = await guessWithWork(test, person, wrongGuess(), CAMPUS);
    expectFailure(again.reply, 422, 'wrong_guess');
    test.clock.advance(WAIT_MS);
    // The work of the guess that was taken does not do for the next.
    await refuse(person, work);
  });

  it('is not paid for by the work of the guess before, however good it still is', async () => {
    await crowd(RISK_CROWD_SIZE);
    const person = await addUnverified();
    const work = await solved(challengeOf(await guessFrom(test, person, wrongGuess(), CAMPUS)));
    const refused = await guessFrom(test, person, { ...wrongGuess(), work }, CAMPUS);
    expectFailure(refused, 422, 'wrong_guess');
    test.clock.advance(WAIT_MS);
    const next = await guessFrom(test, person, { ...wrongGuess(), work }, CAMPUS);
    expectFailure(next, 428, 'work_required');
    // Nothing but which guess it is has changed.
    const { level, ...told } = challengeOf(next).parameters.data;
    expect([level, told.guess]).toEqual([work.challenge.parameters.data.level, 1]);
  });

  it('is asked of the same link as of the same network, and not of everybody else', async () => {
    const { db, clock } = test.deps;
    const sharer = await addResident();
    for (let index = 0; index < RISK_CROWD_SIZE; index += 1) {
      const friend = await addUnverified();
      // Some came to the voucher through the link, some to sign up.
      const viaLink = {
        voucherId: voucher.id,
        sharerId: sharer.userId,
        viewer: `d:phone-with-number-${index}`,
      };
      if (index % 2 === 0)
        await db.insert(voucherReferrals).values({ ...viaLink, countedAt: new Date(clock.now()) });
      else await changeUser(test, friend, { referredBy: sharer.userId });
      const place = {
        address: `41.90.${index}.1`,
        headers: provenDevice(test.deps, `phone-with-number-${index}`),
      };
      expectFailure(await guessFrom(test, friend, wrongGuess(), place), 422, 'wrong_guess');
    }
    const next = await addUnverified();
    const refused = await guessFrom(test, next, wrongGuess(), ELSEWHERE);
    expectFailure(refused, 422, 'wrong_guess');
    await changeUser(test, next, { referredBy: sharer.userId });
    test.clock.advance(WAIT_MS);
    const reply = await guessFrom(test, next, wrongGuess(), ELSEWHERE);
    expectFailure(reply, 428, 'work_required');
  });

  it('tells nobody to verify who has', async () => {
    await crowd(RISK_CROWD_SIZE);
    const phone = provenDevice(test.deps, `phone-of-a-cafe-${made}`);
    for (let index = 0; index < VERIFIED_PER_DEVICE; index += 1)
      await guessFrom(test, await addResident(), wrongGuess(), { headers: phone });
    const place = { ...CAMPUS, headers: phone };
    const refused = await guessFrom(test, await addVerified(), wrongGuess(), place);
    expectFailure(refused, 428, 'work_required');
    expect(refused.body['message']).toBe('Too many new accounts guess here: wait an hour');
  });

  it('takes work in a lottery as well, and a right one takes it like a wrong one', async () => {
    voucher = await openGiveaway(test, ada, lotteryFields(test));
    const enter = async () => guessFrom(test, await addUnverified(), wrongGuess(), CAMPUS);
    for (let index = 0; index < RISK_CROWD_SIZE; index += 1)
      expect((await enter()).status).toBe(200);
    expectFailure(await enter(), 428, 'work_required');
    const right = { voucher_id: voucher.ulid, code: voucher.code };
    const lucky = await addUnverified();
    expectFailure(await guessFrom(test, lucky, right, CAMPUS), 428, 'work_required');
    const { reply } = await guessWithWork(test, lucky, right, CAMPUS);
    expect(reply.body).toMatchObject({ result: 'entered' });
  });
});

describe('what spoke against a guess stands beside it', () => {
  const expectReasons = async (score: number, ...reasons: string[]) =>
    expect(await lastGuess()).toMatchObject({ riskScore: score, riskReasons: reasons });

  it('nothing of a resident, also behind a crowded address', async () => {
    await crowd(RISK_CROWD_SIZE);
    const { seconds } = await guessWithWork(test, await addResident(), wrongGuess(), CAMPUS);
    expect(seconds).toBe(0);
    await expectReasons(0);
    // Nor where it came from.
    expect(await lastGuess()).toMatchObject({ network: null, linkOf: null });
  });

  it('a newcomer in a crowd', async () => {
    await crowd(1);
    await expectReasons(50, 'young_account', 'unverified');
    await crowd(RISK_CROWD_SIZE);
    await expectReasons(80, 'young_account', 'unverified', 'crowd');
  });

  it('a crowd of one unverified person who guesses on and on, none of a verified one', async () => {
    for (const verified of [true, false]) {
      const person = await addVerified({ verified });
      for (let index = 0; index <= RISK_CROWD_SIZE; index += 1) {
        test.clock.advance(WAIT_MS + index * 1_000);
        await guessWithWork(test, person, wrongGuess(), CAMPUS);
      }
      expect((await lastGuess())?.riskReasons.includes('crowd')).toBe(!verified);
    }
  });

  it('accounts of a full device, of which made-up tokens name none', async () => {
    const device = provenDevice(test.deps, `device-that-is-full-${made}`);
    const madeUp = { ...device, 'x-device-token': `1.${'0'.repeat(64)}` };
    for (let index = 0; index < 4; index += 1)
      await guessFrom(test, await addResident(), wrongGuess(), { headers: madeUp });
    await expectReasons(0);
    for (let index = 0; index < 4; index += 1)
      await guessFrom(test, await addResident(), wrongGuess(), { headers: device });
    await expectReasons(20, 'crowded_device');
  });

  it('pauses of a machine, and an answer within a second of a digit’s opening', async () => {
    const opensAt = test.clock.now() + HOUR_MS;
    voucher = await openGiveaway(test, ada, {
      ...WITHOUT_VIEWS,
      masked_digits: '2',
      reveal_method: 'time',
      remaining_time: `${opensAt}`,
    });
    const person = await addResident();
    for (let index = 0; index < 5; index += 1) {
      await guessFrom(test, person, wrongGuess());
      test.clock.advance(WAIT_MS);
    }
    await expectReasons(20, 'even_cadence');
    test.clock.advance(opensAt - test.clock.now());
    await openDigitByTime(test.deps, voucher.id);
    test.clock.advance(999);
    await guessFrom(test, person, wrongGuess());
    await expectReasons(20, 'instant_answer');
    await guessFrom(test, await addResident(), wrongGuess());
    await expectReasons(20, 'instant_answer');
    test.clock.advance(1);
    await guessFrom(test, await addResident(), wrongGuess());
    await expectReasons(0);
  });
});

describe('honest people play as before', () => {
  it('a household of six on one phone, new today, in a network that a farm works in', async () => {
    const phone = provenDevice(test.deps, `phone-of-a-household-${made}`);
    const place = { ...CAMPUS, headers: phone };
    const household: Person[] = [];
    for (let index = 0; index < VERIFIED_PER_DEVICE; index += 1)
      household.push(await addVerified());
    const felt: number[] = [];
    const playRound = async (): Promise<void> => {
      for (const person of household) {
        const { reply, secondsMax } = await guessWithWork(test, person, wrongGuess(), place);
        expectFailure(reply, 422, 'wrong_guess');
        felt.push(secondsMax);
        test.clock.advance(7_000);
      }
      test.clock.advance(WAIT_MS);
    };
    await playRound();
    await playRound();
    expect(Math.max(...felt)).toBe(0);
    await crowd(RISK_CROWD_SIZE);
    await playRound();
    expect(Math.max(...felt)).toBeGreaterThan(0);
    expect(Math.max(...felt)).toBeLessThanOrEqual(FELT_MAX_SECONDS);
  });

  it(
    'two hundred behind one address, new today, one phone each',
    { timeout: 120_000 },
    async () => {
      const waits: number[] = [];
      for (let index = 0; index < 200; index += 1) {
        const place = {
          ...CAMPUS,
          headers: provenDevice(test.deps, `phone-on-campus-${index}`),
        };
        const { reply, secondsMax } = await guessWithWork(
          test,
          await addVerified(),
          wrongGuess(),
          place,
        );
        expectFailure(reply, 422, 'wrong_guess');
        waits.push(secondsMax);
      }
      expect(Math.max(...waits)).toBe(0);
      // Somebody without a proved address is asked for work there, and no longer once it is proved.
      const newcomer = await addUnverified();
      const body = wrongGuess();
      const refused = await guessFrom(test, newcomer, body, CAMPUS);
      expectFailure(refused, 428, 'work_required');
      const emailVerifiedAt = new Date(test.clock.now());
      await changeUser(test, newcomer, { emailVerifiedAt });
      expectFailure(await guessFrom(test, newcomer, body, CAMPUS), 422, 'wrong_guess');
    },
  );
});
