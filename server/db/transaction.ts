import type { Db } from './database.ts';

const ATTEMPTS = 5;
const RETRYABLE: ReadonlySet<string> = new Set(['40001', '40P01']);

/** The SQLSTATE of a database error, looking through the query builder's wrapper. */
export function sqlStateOf(error: unknown): string | undefined {
  for (const one of causesOf(error))
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code))
      return one.code;
  return undefined;
}

/** The name of the constraint that a database error is about. */
export function constraintOf(error: unknown): string | undefined {
  for (const one of causesOf(error))
    if ('constraint' in one && typeof one.constraint === 'string') return one.constraint;
  return undefined;
}

/** Takes a transaction's last statement, which then goes to the database together with the commit. */
export type WithCommit = (statement: PromiseLike<unknown>) => void;

/**
 * Runs `work` in one database transaction; a deadlock or serialisation failure rolls back and runs it
 * again, at most 5 times. `work` must use the `tx` it is given for everything. What it hands to `withCommit` is
 * sent and not waited for before the commit is: where it fails, so does the transaction, as a whole.
 */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db, withCommit: WithCommit) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    let last: Promise<unknown> = Promise.resolve();
    const withCommit: WithCommit = (statement) => {
      // A statement is sent each time that it is awaited, so here alone.
      const sent = Promise.resolve(statement.then(() => undefined));
      last = Promise.all([last, sent]);
      last.catch(() => undefined);
    };
    try {
      const result = await db.transaction((tx) => work(tx as unknown as Db, withCommit));
      // A commit after a statement that failed is answered like any other, and has rolled back.
      await last;
      return result;
    } catch (failure) {
      // Where the commit says no more than that it has rolled back, the statement says why.
      const error: unknown = await last.then(
        () => failure,
        (cause: unknown) => cause,
      );
      const state = sqlStateOf(error);
      if (attempt >= ATTEMPTS || state === undefined || !RETRYABLE.has(state)) throw error;
    }
  }
}

/** An error and what it was caused by, outermost first; nothing of what is no error. */
export function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

/** The code of a fault of the network, e.g. `ENOTFOUND`, which names no address; undefined where there is none. */
export const codeOfFault = (error: unknown): string | undefined =>
  [...causesOf(error)]
    .map((one) => ('code' in one ? one.code : undefined))
    .find((code) => typeof code === 'string');
