import { eq, sql } from 'drizzle-orm';
import { describe, expect, it } from 'vitest';

import {
  DEVICE_GUESSERS_KEEP_MS,
  IDEMPOTENCY_KEEP_MS,
  IDEMPOTENCY_MAX_KEYS,
  LINK_CLICK_WINDOW_MS,
  VIEW_WINDOW_MS,
} from '../../../contract/constants.ts';
import { DAY_MS } from '../../../contract/durations.ts';
import { sweep } from '../../../server/accounts/sweep.ts';
import { dateOf } from '../../../server/clock.ts';
import { deleteInBatches } from '../../../server/db/delete-in-batches.ts';
import { emailTokens } from '../../../server/db/schema/accounts.ts';
import {
  deviceGuessers,
  guesses,
  voucherClickers,
  voucherNetworks,
  voucherReferrals,
  voucherViewers,
} from '../../../server/db/schema/giveaways.ts';
import { idempotencyKeys } from '../../../server/db/schema/http.ts';
import { voucherReleases } from '../../../server/db/schema/vouchers.ts';
import { sweepOrigins, RISK_CROWD_WINDOW_MS } from '../../../server/abuse/find-newcomers.ts';
import { sweepTracking } from '../../../server/giveaways/views/sweep-tracking.ts';
import { sweepReleases } from '../../../server/payment-vouchers/release-code.ts';
import { provenDevice } from '../../fixtures/api/devices.ts';
import { guess, openGiveaway, wrongCode } from '../../fixtures/api/giveaways.ts';
import { guessFrom } from '../../fixtures/api/working-guesser.ts';
import { setUpApp, setUpPeople } from '../../fixtures/api/set-up.ts';
import { Withdrawals } from '../../fixtures/api/withdrawals.ts';
import { walletOf } from '../../fixtures/api/players.ts';

const test = setUpApp();
const { ada, kofi } = setUpPeople(test, {
  ada: { walletMinor: 1_000_000n, hasPin: true },
  kofi: {},
});
const withdrawals = new Withdrawals(test);

/** Stores that many first answers of an account, as of now. */
const addKeys = (userId: number, prefix: string, count: number) =>
  test.deps.db.execute(sql`
    insert into idempotency_keys (user_id, key, request_hash, status, created_at)
    select ${userId}::int, ${prefix}::text || n, 'h', 200, ${dateOf(test.clock).toISOString()}::timestamptz
    from generate_series(1, ${count}::int) n`);
const keysOf = (userId: number) =>
  test.deps.db.$count(idempotencyKeys, eq(idempotencyKeys.userId, userId));

describe('first answers', () => {
  it('are deleted after 7 days, however many there are', async () => {
    await addKeys(ada.userId, 'old', 12_000);
    test.clock.advance(IDEMPOTENCY_KEEP_MS);
    await addKeys(ada.userId, 'new', 3);
    await sweep(test.deps);
    expect(await keysOf(ada.userId)).toBe(12_003);
    test.clock.advance(1);
    await sweep(test.deps);
    expect(await keysOf(ada.userId)).toBe(3);
  });

  it('of one account are bounded: a new key is refused, a known one answered', async () => {
    const withKey = (key: string) => withdrawals.start(ada, {}, { 'idempotency-key': key });
    const first = await withKey('the-first-key');
    expect(first.status).toBe(200);
    await addKeys(ada.userId, 'more', IDEMPOTENCY_MAX_KEYS - 1);
    const refused = await withKey('one-too-many');
    expect([refused.status, refused.body['code'], refused.headers['retry-after']]).toEqual([
      429,
      'too_many_requests',
      '3600',
    ]);
    expect((await withKey('the-first-key')).body).toEqual(first.body);
    expect(await walletOf(test, ada)).toBe(8990);
    expect(await keysOf(ada.userId)).toBe(IDEMPOTENCY_MAX_KEYS);
    // Another account is none the worse.
    const other = await withdrawals.newPayee(5000);
    const theirs = await withdrawals.start(other, {}, { 'idempotency-key': 'one-too-many' });
    expect(theirs.status).toBe(200);
    test.clock.advance(IDEMPOTENCY_KEEP_MS + 1);
    await sweep(test.deps);
    expect((await withKey('one-too-many')).status).toBe(200);
  });
});

describe('who saw, shared and clicked', () => {
  it('is forgotten once the voucher has ended and the window is over', async () => {
    const [ended, active] = [await openGiveaway(test, ada), await openGiveaway(test, ada)];
    expect((await guess(test, kofi, ended.ulid, ended.code)).status).toBe(200);
    const { db, clock } = test.deps;
    const tables = [voucherViewers, voucherReferrals, voucherClickers] as const;
    for (const table of tables) await db.delete(table);
    const add = async (viewer: string, agoMs: number): Promise<void> => {
      const countedAt = new Date(clock.now() - agoMs);
      for (const { id: voucherId } of [ended, active]) {
        await db.insert(voucherViewers).values({ voucherId, viewer, countedAt });
        await db.insert(voucherClickers).values({ voucherId, viewer, countedAt });
        const sharerId = ada.userId;
        await db.insert(voucherReferrals).values({ voucherId, sharerId, viewer, countedAt });
      }
    };
    await add('d:old', VIEW_WINDOW_MS);
    await add('d:recent', VIEW_WINDOW_MS - 1);
    await add('d:new', LINK_CLICK_WINDOW_MS - 1);
    await db.delete(voucherNetworks);
    for (const { id: voucherId } of [ended, active])
      await db.insert(voucherNetworks).values({ voucherId, network: 'n', views: 2 });
    await sweepTracking(test.deps);
    const left = await Promise.all(
      tables.map(async (table) => {
        const rows = await db.select().from(table).where(eq(table.voucherId, ended.id));
        return rows.map(({ viewer }) => viewer).toSorted();
      }),
    );
    expect(left).toEqual([['d:new', 'd:recent'], ['d:new', 'd:recent'], ['d:new']]);
    for (const table of tables)
      expect(await db.$count(table, eq(table.voucherId, active.id))).toBe(3);
    const shares = await db.select().from(voucherNetworks);
    expect(shares.map(({ voucherId }) => voucherId)).toEqual([active.id]);
  });
});

describe('where a guess came from', () => {
  it('is forgotten when no crowd counts it any more, and who guessed on a device after a month', async () => {
    const { db } = test.deps;
    const voucher = await openGiveaway(test, ada);
    const headers = provenDevice(test.deps, 'device-of-a-newcomer');
    const guessed = async (variant: number): Promise<unknown> => {
      const code = wrongCode(voucher.code, variant);
      const token = kofi.token;
      await guessFrom(test, { token }, { voucher_id: voucher.ulid, code }, { headers });
      await sweepOrigins(test.deps);
      const rows = await db
        .select()
        .from(guesses)
        .where(eq(guesses.voucherId, voucher.id))
        .orderBy(guesses.number);
      return rows.map(({ network }) => network === null);
    };
    expect(await guessed(1)).toEqual([false]);
    test.clock.advance(RISK_CROWD_WINDOW_MS + 1);
    expect(await guessed(2)).toEqual([true, false]);
    const known = () => db.$count(deviceGuessers, eq(deviceGuessers.userId, kofi.userId));
    // A guess within the day does not note it again.
    test.clock.advance(DEVICE_GUESSERS_KEEP_MS - 2 * RISK_CROWD_WINDOW_MS);
    await sweepOrigins(test.deps);
    expect(await known()).toBe(1);
    test.clock.advance(2 * RISK_CROWD_WINDOW_MS);
    await sweepOrigins(test.deps);
    expect(await known()).toBe(0);
  });
});

describe('codes and links', () => {
  it('go a day after they expired, and a week after they were used', async () => {
    const { db, clock } = test.deps;
    const { id: voucherId } = await openGiveaway(test, ada);
    const now = dateOf(clock);
    const ago = (ms: number) => new Date(clock.now() - ms);
    for (const [userId, expiresAt] of [
      [ada.userId, ago(DAY_MS + 1)],
      [kofi.userId, ago(DAY_MS)],
    ] as const)
      await db
        .insert(voucherReleases)
        .values({ voucherId, userId, codeHash: 'h', tries: 0, createdAt: now, expiresAt });
    await sweepReleases(test.deps);
    const releases = await db.select().from(voucherReleases);
    expect(releases.map(({ userId }) => userId)).toEqual([kofi.userId]);

    await db.delete(emailTokens);
    for (const [tokenHash, usedAt] of [
      ['used', ago(7 * DAY_MS + 1)],
      ['just used', ago(7 * DAY_MS)],
      ['not used', null],
    ] as const)
      await db.insert(emailTokens).values({
        userId: ada.userId,
        purpose: 'verify',
        email: 'ada@goodies.test',
        tokenHash,
        createdAt: now,
        expiresAt: now,
        usedAt,
      });
    await sweep(test.deps);
    const tokens = await db.select().from(emailTokens);
    expect(tokens.map(({ tokenHash }) => tokenHash)).toEqual(['just used', 'not used']);
  });
});

it('rows are deleted some at a time, until there are none', async () => {
  await addKeys(kofi.userId, 'batch', 5);
  const isKofis = eq(idempotencyKeys.userId, kofi.userId);
  expect(await deleteInBatches(test.deps.db, idempotencyKeys, isKofis, 2)).toBe(5);
  expect(await keysOf(kofi.userId)).toBe(0);
});
