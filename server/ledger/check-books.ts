import { sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { INVARIANTS } from './invariants.ts';

/** How an invariant fared. */
export interface BookLine {
  readonly name: string;
  /** How many rows were looked at. */
  readonly checked: number;
  /** What breaks it, in words; empty = it holds. At most `BROKEN_SHOWN`. */
  readonly broken: readonly string[];
}

const BROKEN_SHOWN = 20;

/**
 * Proves every invariant on a database that may be in use: all questions see one and the same moment.
 * Reads only, whole tables of it: a connection without time-outs is the right one where there is much.
 */
export async function checkBooks(db: Db): Promise<BookLine[]> {
  return db.transaction(
    async (tx) => {
      const lines: BookLine[] = [];
      for (const { name, checked, broken } of INVARIANTS) {
        const [count] = await queryRows<{ n: string | number }>(tx, sql.raw(checked));
        const found = await queryRows<{ broken: string }>(
          tx,
          sql.raw(`${broken} limit ${BROKEN_SHOWN}`),
        );
        lines.push({
          name,
          checked: Number(count?.n ?? 0),
          broken: found.map((row) => row.broken),
        });
      }
      return lines;
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  );
}

/** Everything that is wrong, a line each; empty when the books are clean. */
export const faultsOf = (lines: readonly BookLine[]): string[] =>
  lines.flatMap(({ name, broken }) => broken.map((row) => `${name}: ${row}`));
