import { and, eq, isNull, lte, or, sql } from 'drizzle-orm';

import type { Limits } from '../../contract/accounts.ts';
import { dateOf } from '../clock.ts';
import { users } from '../db/schema/accounts.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { isDate } from '../lib/is-date.ts';
import { getUser, type UserRow } from './users.ts';
import { DAY_MS } from '../../contract/durations.ts';

/** A maximum limits the damage of a mistyped date. */
const BREAK_MAX_MS = 366 * DAY_MS;

type LimitDeps = Pick<Deps, 'db' | 'clock'>;

export async function readLimits({ db, clock }: LimitDeps, userId: number): Promise<Limits> {
  return presentLimits(await getUser(db, userId), dateOf(clock));
}

const presentLimits = (
  { guessesPerDay, breakUntil }: Pick<UserRow, 'guessesPerDay' | 'breakUntil'>,
  now: Date,
): Limits => ({
  guesses_per_day: guessesPerDay,
  break_until: breakUntil && breakUntil > now ? breakUntil.toISOString() : null,
});

/** One statement makes the longer of two concurrent breaks win. */
export async function setLimits(
  { db, clock }: LimitDeps,
  userId: number,
  limits: Limits,
): Promise<Limits> {
  const now = dateOf(clock);
  const breakUntil = breakOf(limits, now);
  const [user] = await db
    .update(users)
    .set({ guessesPerDay: limits.guesses_per_day, breakUntil })
    .where(
      and(
        eq(users.id, userId),
        or(
          isNull(users.breakUntil),
          lte(users.breakUntil, now),
          breakUntil === null ? sql`false` : lte(users.breakUntil, breakUntil),
        ),
      ),
    )
    .returning();
  if (!user) throw new AppError('break_only_longer');
  return presentLimits(user, now);
}

function breakOf({ break_until: until }: Limits, now: Date): Date | null {
  if (until === null) return null;
  const date = new Date(until);
  if (Number.isNaN(date.getTime()) || !isDate(until.slice(0, 10)))
    throw fieldError('break_until', 'is no time');
  if (date <= now) throw fieldError('break_until', 'has passed');
  if (date.getTime() > now.getTime() + BREAK_MAX_MS) throw fieldError('break_until', 'is too far');
  return date;
}
