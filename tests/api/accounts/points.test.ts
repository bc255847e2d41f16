import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import { createAccount } from '../../../server/accounts/sign-up.ts';
import type { Database } from '../../../server/db/database.ts';
import { inTransaction } from '../../../server/db/transaction.ts';
import { movePoints, type PointsMovement } from '../../../server/rewards/points.ts';
import { newPerson } from '../../fixtures/api/accounts.ts';
import { openTestDatabase } from '../../fixtures/database.ts';
import { users } from '../../../server/db/schema/accounts.ts';
import { pointsEntries } from '../../../server/db/schema/rewards.ts';

const now = new Date('2026-11-02T09:00:00Z');
let database: Database;

beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

async function newUser(): Promise<number> {
  const { username, email } = newPerson();
  const account = { username, email, passwordHash: 'unused', region: 'kenya' } as const;
  return (await createAccount(database.db, account, now)).id;
}

const move = (movement: Omit<PointsMovement, 'now'>) =>
  inTransaction(database.db, (tx) => movePoints(tx, { ...movement, now }));

const balanceOf = async (userId: number) =>
  (await database.db.select().from(users).where(eq(users.id, userId)))[0]?.points;

describe('coins', () => {
  it('move with a journal row and give the new balance', async () => {
    const userId = await newUser();
    const earned = { userId, delta: 50, reason: 'share', reference: `share:1:${userId}` } as const;
    expect(await move(earned)).toEqual({ moved: true, balance: 50 });
    const spent = {
      userId,
      delta: -30,
      reason: 'skip_wait',
      reference: `skip:1:${userId}`,
    } as const;
    expect(await move(spent)).toEqual({ moved: true, balance: 20 });
    const entries = await database.db
      .select()
      .from(pointsEntries)
      .where(eq(pointsEntries.userId, userId));
    expect(entries.map((entry) => entry.delta)).toEqual([50, -30]);
  });

  it('are paid once for an occasion', async () => {
    const userId = await newUser();
    const movement = {
      userId,
      delta: 50,
      reason: 'share',
      reference: `share:2:${userId}`,
    } as const;
    const results = await Promise.all([move(movement), move(movement), move(movement)]);
    expect(results.filter((result) => result.moved)).toHaveLength(1);
    expect(await balanceOf(userId)).toBe(50);
  });

  it('cannot go below zero, and a refusal leaves no trace', async () => {
    const userId = await newUser();
    const movement = {
      userId,
      delta: -1,
      reason: 'skip_wait',
      reference: `skip:3:${userId}`,
    } as const;
    await expect(move(movement)).rejects.toMatchObject({ code: 'not_enough_points' });
    expect(await balanceOf(userId)).toBe(0);
    expect(await database.db.$count(pointsEntries, eq(pointsEntries.userId, userId))).toBe(0);
  });

  it('stay in a journal that cannot be rewritten', async () => {
    const userId = await newUser();
    await move({ userId, delta: 50, reason: 'share', reference: `share:4:${userId}` });
    const rewrite = database.db
      .update(pointsEntries)
      .set({ delta: 5_000 })
      .where(eq(pointsEntries.userId, userId));
    await expect(rewrite).rejects.toThrow();
  });
});
