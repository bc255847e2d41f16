import { sql } from 'drizzle-orm';
import { check, index, integer, pgTable, primaryKey, text, uniqueIndex } from 'drizzle-orm/pg-core';

import type { CoinReason } from '../../../contract/rewards/reasons.ts';
import { idOfUser } from './accounts.ts';
import { at } from './columns.ts';

/** Append-only; the unique `reference` pays each reason once. */
export const pointsEntries = pgTable(
  'points_entries',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    userId: idOfUser('user_id'),
    delta: t.integer('delta').notNull(),
    reason: t.text('reason').$type<CoinReason>().notNull(),
    reference: t.text('reference').notNull(),
    createdAt: at('created_at').notNull(),
  }),
  (table) => [
    uniqueIndex('points_entries_reference_unique').on(table.reference),
    index('points_entries_user').on(table.userId, table.id),
  ],
);

/** `board` is `all`, a month (`2026-11`) or a week (`2026-W48`) in UTC; `region` `''` is everywhere. */
export const coinTotals = pgTable(
  'coin_totals',
  (t) => ({
    board: t.text('board').notNull(),
    region: t.text('region').notNull(),
    userId: idOfUser('user_id'),
    points: t.integer('points').notNull(),
    shares: t.integer('shares').notNull(),
    joins: t.integer('joins').notNull(),
    wins: t.integer('wins').notNull(),
  }),
  (table) => [
    primaryKey({ columns: [table.board, table.region, table.userId] }),
    index('coin_totals_rank')
      .on(table.board, table.region, table.points.desc().nullsFirst(), table.userId)
      .where(sql`${table.points} > 0`),
    check('coin_totals_not_negative', sql`${table.points} >= 0`),
  ],
);

const peopleWithPoints = {
  board: text('board').notNull(),
  region: text('region').notNull(),
  points: integer('points').notNull(),
  people: integer('people').notNull(),
};

/** A rank sums these counts, so that it need not count users. */
export const coinStandings = pgTable('coin_standings', peopleWithPoints, (table) => [
  primaryKey({ columns: [table.board, table.region, table.points] }),
]);

/** Earning only appends rows, so that transactions do not wait for one shared row. */
export const coinStandingChanges = pgTable(
  'coin_standing_changes',
  (t) => ({
    id: t.bigint('id', { mode: 'number' }).primaryKey().generatedAlwaysAsIdentity(),
    ...peopleWithPoints,
  }),
  (table) => [index('coin_standing_changes_board').on(table.board, table.region, table.points)],
);
