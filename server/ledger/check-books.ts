import { sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { INVARIANTS, journalInvariants, type ProvedJournal } from './invariants.ts';

export interface BookLine {
  readonly name: string;
  readonly checked: number;
  /** At most `BROKEN_SHOWN` messages; empty if the invariant holds. */
  readonly broken: readonly string[];
}

const BROKEN_SHOWN = 20;

/**
 * Checks all invariants in one snapshot; it reads whole tables, so use a connection without timeouts.
 * @param proved checks only the journal, and that from there
 */
export async function checkBooks(db: Db, proved?: ProvedJournal): Promise<BookLine[]> {
  const invariants = proved ? journalInvariants(proved) : INVARIANTS;
  return db.transaction(
    async (tx) => {
      const lines: BookLine[] = [];
      for (const { name, checked, broken } of invariants) {
        const [count] = await queryRows<{ n: string | number }>(tx)`${sql.raw(checked)}`;
        const found = await queryRows<{ broken: string }>(tx)`
          ${sql.raw(`${broken} limit ${BROKEN_SHOWN}`)}`;
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

/** One line for each fault; empty when the books are clean. */
export const faultsOf = (lines: readonly BookLine[]): string[] =>
  lines.flatMap(({ name, broken }) => broken.map((row) => `${name}: ${row}`));
