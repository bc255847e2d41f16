import type { Table } from 'dexie';

import { DAY_MS } from '../contract/durations.ts';
import { BOUNDS, type Bound } from './bounds.ts';
import type { GoodiesDatabase } from './database.ts';

/** A row as far as eviction looks at it. */
type Row = Readonly<Record<string, unknown>>;

const at = (row: Row, by: string): number => Number(row[by]);
const keepOf = ({ keepMs }: Bound, row: Row): number =>
  typeof keepMs === 'number' ? keepMs : keepMs(row as never);
const isSpared = ({ spares }: Bound, row: Row): boolean => spares?.(row as never) === true;

/** Deletes rows past their time, and those that a wrong clock has put ahead: they would stay for ever. */
async function deleteExpired(table: Table<Row>, bound: Bound, nowMs: number): Promise<void> {
  const { by, isIndexed, keepMs } = bound;
  const isPast = (row: Row): boolean => {
    const from = at(row, by);
    const isAhead = bound.isMirror && from > nowMs + DAY_MS;
    return (isAhead || from < nowMs - keepOf(bound, row)) && !isSpared(bound, row);
  };
  if (!isIndexed || typeof keepMs !== 'number') {
    await table.filter(isPast).delete();
    return;
  }
  await table
    .where(by)
    .below(nowMs - keepMs)
    .filter(isPast)
    .delete();
  if (bound.isMirror)
    await table
      .where(by)
      .above(nowMs + DAY_MS)
      .filter(isPast)
      .delete();
}

/** Deletes the oldest of what is more than `max`. */
async function deleteExcess(table: Table<Row>, bound: Bound, max: number): Promise<void> {
  const { by, isIndexed } = bound;
  const excess = (await table.count()) - max;
  if (excess <= 0) return;
  if (isIndexed) {
    const oldest = table.orderBy(by).filter((row) => !isSpared(bound, row));
    await table.bulkDelete(await oldest.limit(excess).primaryKeys());
    return;
  }
  const rows = (await table.toArray()).filter((row) => !isSpared(bound, row));
  const times = rows.map((row) => at(row, by)).sort((one, other) => one - other);
  const last = times[Math.min(excess, times.length) - 1] ?? -Infinity;
  await table.filter((row) => at(row, by) <= last && !isSpared(bound, row)).delete();
}

export interface Eviction {
  /** ms since the epoch; left out while the time is not known for certain: then nothing leaves for its age. */
  readonly nowMs?: number | undefined;
  /** Also deletes the older half of what the server can give again, but not one's own vouchers. */
  readonly makesRoom?: boolean;
}

/**
 * Deletes what is past its time or its number, a table at a time, by `BOUNDS`. What the server does not have
 * stays: the outbox, keys of commands that it may still know, what was read here and it has not heard of.
 */
export async function evict(
  db: GoodiesDatabase,
  { nowMs, makesRoom = false }: Eviction,
): Promise<void> {
  for (const table of db.tables as Table<Row>[]) {
    const bound = BOUNDS[table.name];
    if (bound === undefined || bound === 'stays') continue;
    const isHalved = makesRoom && bound.isMirror && !bound.staysWhenFull;
    // One after the other: what others read and write comes in between.
    await db.transaction('rw', table, async () => {
      if (nowMs !== undefined) await deleteExpired(table, bound, nowMs);
      const max = isHalved ? Math.floor((await table.count()) / 2) : bound.max;
      await deleteExcess(table, bound, Math.min(max, bound.max));
    });
  }
}
