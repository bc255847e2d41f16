import { and, desc, eq, inArray, isNull, sql } from 'drizzle-orm';
import { afterEach, expect, it } from 'vitest';

import {
  REFERRAL_SIGNUP_COINS,
  SHARE_PENDING_MS,
  SHARE_REWARD_COINS,
} from '../../../contract/constants.ts';
import { createEmailToken } from '../../../server/accounts/email-tokens.ts';
import { removePasskey } from '../../../server/accounts/passkeys/own-passkeys.ts';
import { changePassword, resetPassword } from '../../../server/accounts/change-password.ts';
import { deleteUser } from '../../../server/accounts/delete-user.ts';
import { updateUser } from '../../../server/accounts/profile.ts';
import { verifyEmail } from '../../../server/accounts/verification.ts';
import { dateOf } from '../../../server/clock.ts';
import { emailTokens, passkeys, sessions, users } from '../../../server/db/schema/accounts.ts';
import { voucherReferrals, voucherSharers } from '../../../server/db/schema/giveaways.ts';
import { ledgerAccounts } from '../../../server/db/schema/ledger.ts';
import { notifications, pushTokens } from '../../../server/db/schema/notifications.ts';
import { coinTotals } from '../../../server/db/schema/rewards.ts';
import { vouchers } from '../../../server/db/schema/vouchers.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { settleAllArrivals } from '../../../server/giveaways/sharing/arrivals.ts';
import { rowKeysOf } from '../../../server/ledger/house-rows.ts';
import { processorOf } from '../../../server/ledger/journal.ts';
import { markRead } from '../../../server/notifications/notifications.ts';
import { savePushToken } from '../../../server/notifications/push/push-tokens.ts';
import { settlePayment } from '../../../server/payments/settle-payment.ts';
import {
  initializePremiumPayment,
  subscribeFromWallet,
} from '../../../server/premium/subscribe.ts';
import { movePoints } from '../../../server/rewards/points.ts';
import { decideCheckout } from '../../../server/sandbox/checkout.ts';
import { PASSWORD } from '../../fixtures/api/accounts.ts';
import { givePasskey, proofBy } from '../../fixtures/api/passkeys/give-passkey.ts';
import { addPerson } from '../../fixtures/api/people.ts';
import { outcomeOf } from '../payment-voucher-scene.ts';
import { addCreator, setUpScene, postGiveaway } from '../scene.ts';
import { keepSessions, meet } from './meet.ts';

const ADDRESS = '192.0.2.7';
const PLAN = { plan: 'premium', amount: 1_000, currency: 'NGN' } as const;

const scene = setUpScene();
afterEach(async () => {
  const { rows } = await scene.deps.database.executeSql(
    'select deadlocks::int as n from pg_stat_database where datname = current_database()',
  );
  expect(rows).toEqual([{ n: 0 }]);
});

it('premium paid at a gateway and out of the wallet at the same moment is no deadlock', async () => {
  const { deps } = scene;
  const person = await addPerson(deps, 'twice_premium', { walletMinor: 1_000_000n });
  const { reference } = await initializePremiumPayment(deps, undefined, person.userId, {
    ...PLAN,
    method: 'paystack',
  });
  await decideCheckout(deps.db, reference, 'success');
  const isOfProcessor = inArray(ledgerAccounts.key, rowKeysOf(processorOf('paystack', 'NGN')));
  const outcomes = await meet(
    deps.db,
    (tx) => tx.select().from(ledgerAccounts).where(isOfProcessor).for('update'),
    () => outcomeOf(settlePayment(deps, reference)),
    () => outcomeOf(subscribeFromWallet(deps, undefined, person.userId, PLAN)),
  );
  expect(outcomes).toEqual(['done', 'already_premium']);
});

it('premium paid with a passkey that is being removed is no deadlock', async () => {
  const { deps } = scene;
  const person = await addPerson(deps, 'passkey_premium', { walletMinor: 1_000_000n });
  const { userId } = person;
  const authenticator = await givePasskey(deps, person);
  const passkey = await proofBy(deps, person, authenticator);
  const [known] = await deps.db.select().from(passkeys).where(eq(passkeys.userId, userId));
  const id = known?.id ?? 0;
  const outcomes = await meet(
    deps.db,
    (tx) => tx.select().from(passkeys).where(eq(passkeys.id, id)).for('update'),
    () => outcomeOf(subscribeFromWallet(deps, undefined, userId, { ...PLAN, passkey })),
    () => outcomeOf(removePasskey(deps, { id, userId, password: PASSWORD, address: ADDRESS })),
  );
  expect(outcomes).toEqual(['done', 'done']);
});

it('a new name while coins come and go is no deadlock', async () => {
  const { deps } = scene;
  const { userId } = await addPerson(deps, 'renamed_0');
  const rename = (n: number) =>
    updateUser(deps, { userId, username: `renamed_${n % 2}`, address: ADDRESS });
  const earn = (n: number) =>
    inTransaction(deps.db, (tx) =>
      movePoints(tx, {
        userId,
        delta: 1,
        reason: 'share',
        reference: `renamed:${n}`,
        now: dateOf(deps.clock),
      }),
    );
  const both = Array.from({ length: 40 }, (_, n) => [rename(n), earn(n)]).flat();
  expect(new Set(await Promise.all(both.map(outcomeOf)))).toEqual(new Set(['done']));
});

it('a password that is changed while a link is used to reset it is no deadlock', async () => {
  const { deps } = scene;
  const { userId } = await addPerson(deps, 'two_passwords');
  const [user] = await deps.db.select().from(users).where(eq(users.id, userId));
  if (!user) throw new Error('no user');
  const now = dateOf(deps.clock);
  await createEmailToken(deps.db, user, 'reset', now);
  const token = await createEmailToken(deps.db, user, 'reset', now);
  const own = eq(emailTokens.userId, userId);
  const outcomes = await meet(
    deps.db,
    (tx) => tx.select().from(emailTokens).where(own).orderBy(emailTokens.id).limit(1).for('update'),
    () =>
      outcomeOf(
        changePassword(deps, {
          userId,
          password: PASSWORD,
          newPassword: 'a-password-of-now',
          address: ADDRESS,
          sessionId: 0,
        }),
      ),
    () => outcomeOf(resetPassword(deps, { token, password: 'another-of-later', address: ADDRESS })),
  );
  expect(outcomes).toEqual(['done', 'reset_failed']);
});

it('an address that is proved while its user and who referred them earn coins is no deadlock', async () => {
  const { deps } = scene;
  const now = dateOf(deps.clock);
  const creator = await addCreator(deps, 'shared', 1);
  const ulid = await postGiveaway(deps, creator);
  const [voucher] = await deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
  const referrer = await addPerson(deps, 'referrer');
  const referred = await addPerson(deps, 'referred', { verified: false });
  const [user] = await deps.db
    .update(users)
    .set({ referredBy: referrer.userId })
    .where(eq(users.id, referred.userId))
    .returning();
  if (!user || !voucher) throw new Error('no user or no voucher');
  const token = await createEmailToken(deps.db, user, 'verify', now);
  // There is a row to keep.
  const earned = { userId: referrer.userId, delta: 1, reference: 'before', now } as const;
  await inTransaction(deps.db, (tx) => movePoints(tx, { ...earned, reason: 'share' }));
  await deps.db.insert(voucherReferrals).values(
    [referrer, referred].map(({ userId }) => ({
      voucherId: voucher.id,
      sharerId: userId,
      viewer: `a:${userId}`,
      countedAt: new Date(now.getTime() - SHARE_PENDING_MS - userId * 60_000),
      state: 'pending' as const,
    })),
  );
  const outcomes = await meet(
    deps.db,
    (tx) =>
      tx.select().from(coinTotals).where(eq(coinTotals.userId, referrer.userId)).for('update'),
    () => outcomeOf(settleAllArrivals(deps.db, 'overdue', now)),
    () => outcomeOf(verifyEmail(deps, { token, callerId: referred.userId })),
  );
  expect(outcomes).toEqual(['done', 'done']);
  const coins = await deps.db
    .select({ points: users.points })
    .from(users)
    .where(inArray(users.id, [referrer.userId, referred.userId]))
    .orderBy(users.id);
  expect(coins).toEqual([
    { points: 1 + SHARE_REWARD_COINS + REFERRAL_SIGNUP_COINS },
    { points: SHARE_REWARD_COINS },
  ]);
});

it('a loop of sharers that is opened while two of them earn their coins is no deadlock', async () => {
  const { deps } = scene;
  const now = dateOf(deps.clock);
  const ulid = await postGiveaway(deps, await addCreator(deps, 'looped', 1));
  const [voucher] = await deps.db.select().from(vouchers).where(eq(vouchers.ulid, ulid));
  const voucherId = voucher?.id ?? 0;
  const people = await Promise.all(['one', 'two', 'three'].map((name) => addPerson(deps, name)));
  const [one = 0, two = 0, three = 0] = people
    .map(({ userId }) => userId)
    .toSorted((a, b) => a - b);
  const longAgo = new Date(now.getTime() - SHARE_PENDING_MS);
  // The later person's lies first, and they are found as they lie.
  for (const userId of [two, one])
    await deps.db
      .insert(voucherSharers)
      .values({ voucherId, userId, referralCount: 1, firstAt: longAgo });
  const counted = { voucherId, state: 'confirmed', counted: 1, countedAt: longAgo } as const;
  const strangers = { voucherId, state: 'pending', countedAt: longAgo } as const;
  await deps.db.insert(voucherReferrals).values([
    { ...counted, sharerId: one, visitorId: two, viewer: `a:${two}` },
    { ...counted, sharerId: two, visitorId: three, viewer: `a:${three}` },
    { ...strangers, sharerId: one, viewer: 'a stranger' },
    { ...strangers, sharerId: two, viewer: 'another stranger' },
  ]);
  const closing = { voucherId, sharerId: three, viewer: `a:${one}` };
  await deps.db
    .insert(voucherReferrals)
    .values({ ...closing, visitorId: one, state: 'pending', countedAt: now });
  await deps.db.execute(sql`analyze voucher_sharers, voucher_referrals`);
  const ofFirst = and(eq(voucherSharers.voucherId, voucherId), eq(voucherSharers.userId, one));
  const outcomes = await meet(
    deps.db,
    (tx) => tx.select().from(voucherSharers).where(ofFirst).for('update'),
    () => outcomeOf(settleAllArrivals(deps.db, 'overdue', now)),
    () => outcomeOf(settleAllArrivals(deps.db, closing, now)),
  );
  expect(outcomes).toEqual(['done', 'done']);
  const counts = await deps.db
    .select({ userId: voucherSharers.userId, count: voucherSharers.referralCount })
    .from(voucherSharers)
    .where(eq(voucherSharers.voucherId, voucherId))
    .orderBy(voucherSharers.userId);
  expect(counts).toEqual([
    { userId: one, count: 1 },
    { userId: two, count: 1 },
  ]);
});

it('a device that is signed in anew while its account is being deleted is no deadlock', async () => {
  const { deps } = scene;
  const person = await addPerson(deps, 'leaving_pushed');
  const { userId } = person;
  const [session] = await deps.db.select().from(sessions).where(eq(sessions.userId, userId));
  const sessionId = session?.id ?? 0;
  const token = {
    token: 'a-token-of-the-device',
    device_type: 'web' as const,
    device_info: { userAgent: 'a phone', platform: 'web', language: 'en' },
  };
  const [before] = await deps.db
    .insert(sessions)
    .values({ ...session, id: undefined, tokenHash: 'of before' } as typeof sessions.$inferInsert)
    .returning();
  await savePushToken(deps, { userId, sessionId: before?.id ?? 0 }, token);
  const outcomes = await meet(
    deps.db,
    keepSessions(person),
    () => outcomeOf(deleteUser(deps, { userId, password: PASSWORD, address: ADDRESS })),
    () => outcomeOf(savePushToken(deps, { userId, sessionId }, token)),
  );
  expect(outcomes).toEqual(['done', 'unauthenticated']);
  expect(await deps.db.$count(pushTokens, eq(pushTokens.userId, userId))).toBe(0);
});

it('notifications that are read some at a time and all at once are no deadlock', async () => {
  const { deps } = scene;
  const { userId } = await addPerson(deps, 'reader');
  // So many that all of them are found as they lie in the table, and some by their numbers.
  await deps.db.execute(sql`
    insert into notifications (user_id, kind, event_key, data, is_listed, created_at)
    select ${userId}::int, 'announcement', 'read:' || n, '{}', true, now() from generate_series(1, 3000) n`);
  const newest = await deps.db
    .select({ id: notifications.id })
    .from(notifications)
    .where(eq(notifications.userId, userId))
    .orderBy(desc(notifications.id))
    .limit(2);
  const [last, before] = newest.map(({ id }) => id);
  if (last === undefined || before === undefined) throw new Error('no notifications');
  // Written again, it lies behind the one that came after it.
  await deps.db
    .update(notifications)
    .set({ mailDueAt: dateOf(deps.clock) })
    .where(eq(notifications.id, before));
  await deps.db.execute(sql`analyze notifications`);
  const outcomes = await meet(
    deps.db,
    (tx) => tx.select().from(notifications).where(eq(notifications.id, before)).for('update'),
    () => outcomeOf(markRead(deps, userId, { ids: [before, last] })),
    () => outcomeOf(markRead(deps, userId, { all: true })),
  );
  expect(outcomes).toEqual(['done', 'done']);
  const isUnread = and(eq(notifications.userId, userId), isNull(notifications.readAt));
  expect(await deps.db.$count(notifications, isUnread)).toBe(0);
});
