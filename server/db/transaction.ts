import type { Db } from './database.ts';

const ATTEMPTS = 5;
const RETRYABLE: ReadonlySet<string> = new Set(['40001', '40P01']);

/** The SQLSTATE of a database error, looking through the query builder's wrapper. */
export function sqlStateOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('code' in current && typeof current.code === 'string' && /^[0-9A-Z]{5}$/.test(current.code))
      return current.code;
  }
  return undefined;
}

/** The name of the constraint that a database error is about. */
export function constraintOf(error: unknown): string | undefined {
  for (let current = error; current instanceof Error; current = current.cause) {
    if ('constraint' in current && typeof current.constraint === 'string')
      return current.constraint;
  }
  return undefined;
}

/**
 * Runs `work` in one database transaction; a deadlock or serialisation failure rolls back and runs it
 * again, at most 5 times. `work` must use the `tx` it is given for everything.
 */
export async function inTransaction<T>(db: Db, work: (tx: Db) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await db.transaction((tx) => work(tx as unknown as Db));
    } catch (error) {
      const state = sqlStateOf(error);
      if (attempt >= ATTEMPTS || state === undefined || !RETRYABLE.has(state)) throw error;
    }
  }
}
