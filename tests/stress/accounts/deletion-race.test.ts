import { and, eq } from 'drizzle-orm';
import { beforeAll, expect, it, vi } from 'vitest';

import { setPin } from '../../../server/accounts/set-pin.ts';
import { changePassword } from '../../../server/accounts/change-password.ts';
import { deleteUser } from '../../../server/accounts/delete-user.ts';
import { storeAvatar, updateUser } from '../../../server/accounts/profile.ts';
import type { Db } from '../../../server/db/database.ts';
import { emailTokens, formerUsernames, users } from '../../../server/db/schema/accounts.ts';
import { guesses, voucherSharers } from '../../../server/db/schema/giveaways.ts';
import { payments } from '../../../server/db/schema/payments.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { drawLottery } from '../../../server/giveaways/lottery/draw-lottery.ts';
import { escrowOf, lockForMovement, walletOf } from '../../../server/ledger/journal.ts';
import { initializeTopup } from '../../../server/payments/initialize-payment.ts';
import { initializePremiumPayment } from '../../../server/premium/subscribe.ts';
import { encryptCode } from '../../../server/vouchers/voucher-secrets.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { addPerson, type Person } from '../../fixtures/api/people.ts';
import { flatPicture } from '../../fixtures/cover-files.ts';
import { sendTo } from '../http-client.ts';
import { makeVoucher, openVoucher, outcomeOf, redeemAs } from '../payment-voucher-scene.ts';
import {
  addCreator,
  CODE,
  drawnAt,
  openGiveaway,
  postGiveaway,
  postUnpaid,
  PRIZE_MINOR,
  setUpScene,
} from '../scene.ts';
import { keepSessions, meet } from './meet.ts';
import { balanceOf } from '../../fixtures/api/players.ts';

const HOUR_MS = 3_600_000;
/** Half of the fee goes to who passed the lottery on. */
const POOL_MINOR = PRIZE_MINOR / 20n;

const scene = setUpScene();
let creator: Person;
let lotteries = 0;
beforeAll(async () => {
  creator = await addCreator(scene.deps, 'creator', 5);
});

/** A lottery that two have a right entry in and have passed on, and its draw. */
async function openLottery() {
  const { deps } = scene;
  lotteries += 1;
  const leaving = await addPerson(deps, `leaving_${lotteries}`);
  const staying = await addPerson(deps, `staying_${lotteries}`);
  const closes = new Date(deps.clock.now() + HOUR_MS);
  const { ulid, id: voucherId } = await openGiveaway(deps, creator, drawnAt(closes));
  const at = new Date(deps.clock.now());
  for (const [n, { userId }] of [leaving, staying].entries()) {
    await deps.db.insert(guesses).values({
      voucherId,
      userId,
      number: lotteries * 10 + n,
      guessHash: `of ${userId}`,
      guessEncrypted: encryptCode(deps.secrets, ulid, CODE),
      isCorrect: true,
      createdAt: at,
    });
    await deps.db
      .insert(voucherSharers)
      .values({ voucherId, userId, referralCount: 1, firstAt: at });
  }
  // Their wallets are there, so that paying them locks nothing of the accounts by itself.
  const wallets = [leaving, staying].map(({ userId }) => walletOf(userId, 'NGN'));
  await inTransaction(deps.db, (tx) => lockForMovement(tx, wallets));
  const atClose = { ...deps, clock: { now: () => closes.getTime() } };
  const draw = () => outcomeOf(drawLottery(atClose, voucherId));
  return { leaving, staying, voucherId, draw };
}

const kobosOf = ({ userId }: Person) => balanceOf(scene, `wallet:${userId}:NGN`);
const leave = ({ userId }: Person): Promise<string> =>
  outcomeOf(deleteUser(scene.deps, { userId, password: PASSWORD, address: '::1' }));

it('a draw that begins while an account is being deleted pays those who stay', async () => {
  const { leaving, staying, draw } = await openLottery();
  // By then the deletion has found that there is nothing in the wallet.
  expect(await meet(scene.deps.db, keepSessions(leaving), () => leave(leaving), draw)).toEqual([
    'done',
    'done',
  ]);
  expect(await kobosOf(leaving)).toBe(0n);
  expect(await kobosOf(staying)).toBe(PRIZE_MINOR + POOL_MINOR);
});

it('a deletion that begins during a draw is refused, since there is money in the wallet', async () => {
  const { leaving, staying, voucherId, draw } = await openLottery();
  // By then the draw has found who wins.
  const keep = (tx: Db) => lockForMovement(tx, [escrowOf(voucherId, 'NGN')]);
  expect(await meet(scene.deps.db, keep, draw, () => leave(leaving))).toEqual([
    'done',
    'account_not_empty',
  ]);
  expect(await kobosOf(leaving)).toBe((PRIZE_MINOR + POOL_MINOR) / 2n);
  expect(await kobosOf(staying)).toBe((PRIZE_MINOR + POOL_MINOR) / 2n);
});

it('a draw while the account of one who passed it on is being deleted shares its pool among the others', async () => {
  const { leaving, staying, voucherId, draw } = await openLottery();
  await scene.deps.db
    .update(guesses)
    .set({ isCorrect: false })
    .where(and(eq(guesses.voucherId, voucherId), eq(guesses.userId, leaving.userId)));
  expect(await meet(scene.deps.db, keepSessions(leaving), () => leave(leaving), draw)).toEqual([
    'done',
    'done',
  ]);
  expect(await kobosOf(leaving)).toBe(0n);
  expect(await kobosOf(staying)).toBe(PRIZE_MINOR + POOL_MINOR);
});

/** One who leaves while something would pay them, with a wallet, so that paying locks nothing of the account by itself. */
async function addLeaver(name: string): Promise<Person> {
  const leaver = await addPerson(scene.deps, name);
  await inTransaction(scene.deps.db, (tx) => lockForMovement(tx, [walletOf(leaver.userId, 'NGN')]));
  return leaver;
}

/** Who leaves is gone, and what they do on another device at that moment is refused. */
async function expectRefused(leaver: Person, act: () => Promise<string>): Promise<void> {
  const outcomes = await meet(scene.deps.db, keepSessions(leaver), () => leave(leaver), act);
  expect(outcomes).toEqual(['done', 'unauthenticated']);
}

/** Who leaves gets nothing of a voucher that would pay them meanwhile, and it stays open. */
async function expectUnpaid(
  leaver: Person,
  ulid: string,
  take: () => Promise<string>,
): Promise<void> {
  await expectRefused(leaver, take);
  expect(await kobosOf(leaver)).toBe(0n);
  const [voucher] = await scene.deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
  expect(voucher).toMatchObject({ status: 'active', winnerId: null });
}

it('a right guess of an account that is being deleted wins nothing, and the prize stays', async () => {
  const leaver = await addLeaver('leaving_winner');
  const ulid = await postGiveaway(scene.deps, creator);
  await expectUnpaid(leaver, ulid, async () => {
    const call = { path: '/vouchers/submit', body: { voucher_id: ulid, code: CODE } };
    const { body } = await sendTo(scene.app)({ token: leaver.token, ...call });
    return String(body['code']);
  });
});

it('a payment voucher is not paid to an account that is being deleted', async () => {
  const leaver = await addLeaver('leaving_redeemer');
  const { ulid, code } = await openVoucher(scene.deps, creator, PRIZE_MINOR / 10n);
  await expectUnpaid(leaver, ulid, () => outcomeOf(redeemAs(scene.deps, leaver, code)));
});

it.each([
  [
    'top-up',
    (userId: number) =>
      initializeTopup(scene.deps, undefined, {
        userId,
        amount: 1_000,
        currency: 'NGN',
        processor: 'paystack',
      }),
  ],
  [
    'premium',
    (userId: number) =>
      initializePremiumPayment(scene.deps, undefined, userId, {
        plan: 'premium',
        amount: 1_000,
        currency: 'NGN',
        method: 'paystack',
      }),
  ],
])('a payment for %s of an account that is being deleted is not begun', async (what, pay) => {
  const leaver = await addPerson(scene.deps, `leaving_${what.replace('-', '_')}`);
  await expectRefused(leaver, () => outcomeOf(pay(leaver.userId)));
  expect(await scene.deps.db.$count(payments, eq(payments.userId, leaver.userId))).toBe(0);
});

it.each([
  ['giveaway', (creator: Person) => postUnpaid(scene.deps, creator)],
  ['payment_voucher', (creator: Person) => makeVoucher(scene.deps, creator, PRIZE_MINOR)],
])('a %s of an account that is being deleted is not saved', async (what, post) => {
  const leaver = await addPerson(scene.deps, `leaving_${what}`);
  await expectRefused(leaver, () => outcomeOf(post(leaver)));
  expect(await scene.deps.db.$count(vouchers, eq(vouchers.creatorId, leaver.userId))).toBe(0);
});

/** Nothing personal stands in an account that was deleted. */
async function expectNameless({ userId }: Person): Promise<void> {
  const { db } = scene.deps;
  const [user] = await db.select().from(users).where(eq(users.id, userId));
  const name = `deleted-${userId}`;
  expect(user).toMatchObject({
    username: name,
    email: name,
    avatar: null,
    passwordHash: null,
    pinHash: null,
  });
  expect(await db.$count(formerUsernames, eq(formerUsernames.userId, userId))).toBe(0);
  expect(await db.$count(emailTokens, eq(emailTokens.userId, userId))).toBe(0);
}

const address = '::1';
it.each([
  ['name', (userId: number) => updateUser(scene.deps, { userId, address, username: 'renamed' })],
  [
    'address',
    (userId: number) =>
      updateUser(scene.deps, { userId, address, email: 'new@mail.test', password: PASSWORD }),
  ],
  [
    'password',
    (userId: number) =>
      changePassword(scene.deps, {
        userId,
        address,
        password: PASSWORD,
        newPassword: 'a-password-of-now',
        sessionId: 0,
      }),
  ],
  [
    'pin',
    (userId: number) => setPin(scene.deps, { userId, address, password: PASSWORD, pin: '294617' }),
  ],
])('another %s of an account that is being deleted does not outlive it', async (what, change) => {
  const leaver = await addPerson(scene.deps, `leaving_with_${what}`);
  await expectRefused(leaver, () => outcomeOf(change(leaver.userId)));
  await expectNameless(leaver);
});

it('a picture that is being sent when its account is deleted is not kept', async () => {
  const { covers } = scene.deps;
  const leaver = await addPerson(scene.deps, 'leaving_pictured');
  const put = vi.spyOn(covers, 'put');
  const read = async () => {
    expect(await leave(leaver)).toBe('done');
    return flatPicture('png');
  };
  expect(await outcomeOf(storeAvatar(scene.deps, leaver.userId, { read }))).toBe('unauthenticated');
  const [path = ''] = put.mock.calls.map(([stored]) => stored);
  put.mockRestore();
  await expectNameless(leaver);
  expect(path).not.toBe('');
  expect(await covers.open(path, undefined)).toBeUndefined();
});
