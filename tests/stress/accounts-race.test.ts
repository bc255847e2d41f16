import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import { SIGN_UPS_PER_WINDOW } from '../../contract/constants.ts';
import type { DeviceChallenge, SolvedDevice } from '../../contract/devices.ts';
import { signUpCost } from '../../contract/accounts/sign-up-pace.ts';
import { createAccount } from '../../server/accounts/sign-up.ts';
import { createEmailToken } from '../../server/accounts/email-tokens.ts';
import { requestPasswordReset, resetPassword } from '../../server/accounts/change-password.ts';
import { drawCode } from '../../server/accounts/verification-code.ts';
import { sendVerification, verifyEmail } from '../../server/accounts/verification.ts';
import { users } from '../../server/db/schema/accounts.ts';
import { mails } from '../../server/db/schema/notifications.ts';
import { pointsEntries } from '../../server/db/schema/rewards.ts';
import { throttleNetwork } from '../../server/accounts/throttle-network.ts';
import { AppError } from '../../server/http/app-error.ts';
import { inTransaction } from '../../server/db/transaction.ts';
import { movePoints } from '../../server/rewards/points.ts';
import { wrongCode } from '../fixtures/api/accounts.ts';
import { solved } from '../fixtures/api/devices.ts';
import { setUpScene } from './scene.ts';

const now = new Date();
const scene = setUpScene(() => ({ GOODIES_WORK: '1' }));

const account = (username: string, email = `${username}@mail.test`) => ({
  username,
  email,
  passwordHash: 'unused',
  region: 'kenya' as const,
});

/** How many of these went well; the others must have failed with that code. */
async function successes(work: readonly Promise<unknown>[], code: string): Promise<number> {
  const results = await Promise.allSettled(work);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code });
  }
  return results.filter((result) => result.status === 'fulfilled').length;
}

const pointsOf = async (userId: number) =>
  (await scene.deps.db.select().from(users).where(eq(users.id, userId)))[0]?.points;

describe('accounts at the same moment', () => {
  it('give a username to one of many', async () => {
    const tries = Array.from({ length: 30 }, (_, n) =>
      createAccount(scene.deps.db, account('wanted', `wanted_${n}@mail.test`), now),
    );
    expect(await successes(tries, 'username_taken')).toBe(1);
  });

  it('give an address to one of many who named it', async () => {
    const { db } = scene.deps;
    const tokens = [];
    for (let n = 0; n < 20; n += 1) {
      const user = await createAccount(db, account(`named_${n}`, 'shared@mail.test'), now);
      tokens.push({ token: await createEmailToken(db, user, 'verify', now), callerId: user.id });
    }
    const tries = tokens.map((proof) => verifyEmail(scene.deps, proof));
    expect(await successes(tries, 'verification_failed')).toBe(1);
    const owners = sql`${users.email} = 'shared@mail.test' and ${users.emailVerifiedAt} is not null`;
    expect(await db.$count(users, owners)).toBe(1);
  });

  it('use a link once, and pay the referrer once', async () => {
    const { db } = scene.deps;
    const referrer = await createAccount(db, account('referrer'), now);
    const referralCode = referrer.referralCode;
    const friend = await createAccount(db, { ...account('friend'), referralCode }, now);
    const links = [
      await createEmailToken(db, friend, 'verify', now),
      await createEmailToken(db, friend, 'verify', now),
    ];
    const tries = Array.from({ length: 20 }, (_, n) =>
      verifyEmail(scene.deps, { token: links[n % 2] ?? '', callerId: friend.id }),
    );
    expect(await successes(tries, 'verification_failed')).toBe(1);
    expect(await pointsOf(referrer.id)).toBe(50);

    const link = await createEmailToken(db, friend, 'reset', now);
    const resets = Array.from({ length: 10 }, (_, n) =>
      resetPassword(scene.deps, {
        token: link,
        password: `new-password-${n}`,
        address: '127.0.0.1',
      }),
    );
    expect(await successes(resets, 'reset_failed')).toBe(1);
  });

  it('take five of many codes tried at once, and the right one once', async () => {
    const { db, secrets } = scene.deps;
    const sent = async (name: string) => {
      const user = await createAccount(db, account(name), now);
      const { code, codeHash } = drawCode(secrets, user);
      await createEmailToken(db, user, 'verify', now, codeHash);
      return { code, callerId: user.id };
    };
    const { code, callerId } = await sent('guessed');
    const wrong = wrongCode(code);
    const guesses = await Promise.allSettled(
      Array.from({ length: 14 }, () => verifyEmail(scene.deps, { code: wrong, callerId })),
    );
    const told = guesses.map((guess) => guess.status === 'rejected' && guess.reason.code);
    expect(told.filter((why) => why === 'verification_code_wrong')).toHaveLength(4);
    await expect(verifyEmail(scene.deps, { code, callerId })).rejects.toMatchObject({
      code: 'verification_code_over',
    });

    const right = await sent('hurried');
    const tries = await Promise.allSettled(
      Array.from({ length: 4 }, () => verifyEmail(scene.deps, right)),
    );
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('send an address three mails, whichever node is asked', async () => {
    const { db } = scene.deps;
    const email = 'flooded@mail.test';
    await createAccount(db, account('flooded', email), now);
    const asked = Array.from({ length: 5 }, () => [
      requestPasswordReset(scene.deps, { email, address: '192.0.2.1' }),
      sendVerification(scene.deps, { email, address: '192.0.2.2', callerId: undefined }),
    ]);
    await Promise.all(asked.flat());
    expect(await db.$count(mails, eq(mails.to, email))).toBe(3);
  });

  it('spend no coin twice', async () => {
    const { db } = scene.deps;
    const { id: userId } = await createAccount(db, account('spender'), now);
    const move = (delta: number, reference: string) =>
      inTransaction(db, (tx) =>
        movePoints(tx, { userId, delta, reason: 'skip_wait', reference, now }),
      );
    await move(170, 'earned');
    const tries = Array.from({ length: 20 }, (_, n) => move(-50, `spent:${n}`));
    expect(await successes(tries, 'not_enough_points')).toBe(3);
    expect(await pointsOf(userId)).toBe(20);
    const [{ sum } = { sum: 0 }] = await db
      .select({ sum: sql<number>`sum(${pointsEntries.delta})::int` })
      .from(pointsEntries)
      .where(eq(pointsEntries.userId, userId));
    expect(sum).toBe(20);
  });
});

describe('sign-ups of one address at the same moment', () => {
  const BURST = 200;

  it('take the work of the same in a row, or half of it at least, and none is refused', async () => {
    /** Signs up as the app does. @returns the work of it */
    const signUp = async (index: number): Promise<number> => {
      const attempt = { subject: `one-of-a-burst-${index}`, address: '105.112.7.9' };
      let work = 0;
      let payload: SolvedDevice | undefined;
      for (;;) {
        const asked: unknown = await throttleNetwork(scene.deps, 'register', {
          ...attempt,
          work: payload,
        }).catch((error: unknown) => error);
        if (asked === undefined) return work;
        if (!(asked instanceof AppError)) throw new Error('refused', { cause: asked });
        expect(asked.code).toBe('work_required');
        const challenge = asked.details['challenge'] as DeviceChallenge;
        work += challenge.parameters.data.work;
        payload = await solved(challenge);
      }
    };
    const work = await Promise.all(Array.from({ length: BURST }, (_, index) => signUp(index)));
    const free = work.filter((one) => one === 0).length;
    // One more for each 20 s that it takes.
    expect(free).toBeGreaterThanOrEqual(SIGN_UPS_PER_WINDOW);
    expect(free).toBeLessThanOrEqual(SIGN_UPS_PER_WINDOW + 3);
    const sum = work.reduce((all, one) => all + one, 0);
    expect(sum).toBeGreaterThanOrEqual(signUpCost(BURST).work / 2);
  });

  it('whose work was done while it was quiet are counted one after the other', async () => {
    const address = '105.112.7.10';
    const attemptOf = (index: number) => ({ subject: `kept-for-later-${index}`, address });
    for (let index = 0; index < SIGN_UPS_PER_WINDOW; index += 1)
      await throttleNetwork(scene.deps, 'register', attemptOf(index));
    const ready = [];
    for (let index = 100; index < 100 + BURST; index += 1) {
      const asked: unknown = await throttleNetwork(scene.deps, 'register', attemptOf(index)).catch(
        (error: unknown) => error,
      );
      if (!(asked instanceof AppError)) throw new Error('a sign-up without work');
      const work = await solved(asked.details['challenge'] as DeviceChallenge);
      ready.push({ ...attemptOf(index), work });
    }
    const outcomes = await Promise.allSettled(
      ready.map((attempt) => throttleNetwork(scene.deps, 'register', attempt)),
    );
    // A unit is good for twice as busy a network as it was made for, and no more.
    const passed = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(passed).toBeGreaterThanOrEqual(2 * SIGN_UPS_PER_WINDOW);
    expect(passed).toBeLessThanOrEqual(2 * SIGN_UPS_PER_WINDOW + 3);
  });
});
