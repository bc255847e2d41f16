import { type Change, collectChanges, tellChanges } from './changes.ts';
import type { Db } from './database.ts';

const ATTEMPTS = 5;
const RETRYABLE: ReadonlySet<string> = new Set(['40001', '40P01']);

export function sqlStateOf(error: unknown): string | undefined {
  for (const one of causesOf(error))
    if ('code' in one && typeof one.code === 'string' && /^[0-9A-Z]{5}$/.test(one.code))
      return one.code;
  return undefined;
}

export function constraintOf(error: unknown): string | undefined {
  for (const one of causesOf(error))
    if ('constraint' in one && typeof one.constraint === 'string') return one.constraint;
  return undefined;
}

/** The statement is sent together with the commit. */
export type WithCommit = (statement: PromiseLike<unknown>) => void;

/** Runs again after a deadlock or serialisation failure, so `work` must use only `tx`. */
export async function inTransaction<T>(
  db: Db,
  work: (tx: Db, withCommit: WithCommit) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const changes = new Set<Change>();
    let last: Promise<unknown> = Promise.resolve();
    const withCommit: WithCommit = (statement) => {
      // A statement is sent each time it is awaited, so it is awaited only here.
      const sent = Promise.resolve(statement.then(() => undefined));
      last = Promise.all([last, sent]);
      last.catch(() => undefined);
    };
    try {
      const result = await db.transaction((tx) =>
        work(collectChanges(tx as unknown as Db, changes), withCommit),
      );
      // A commit after a failed statement rolls back but reports no error.
      await last;
      tellChanges(db, changes);
      return result;
    } catch (failure) {
      // The statement's error says why the commit rolled back.
      const error: unknown = await last.then(
        () => failure,
        (cause: unknown) => cause,
      );
      const state = sqlStateOf(error);
      if (attempt >= ATTEMPTS || state === undefined || !RETRYABLE.has(state)) throw error;
    }
  }
}

export function* causesOf(error: unknown): Generator<Error> {
  for (let current = error; current instanceof Error; current = current.cause) yield current;
}

export const codeOfFault = (error: unknown): string | undefined =>
  [...causesOf(error)]
    .map((one) => ('code' in one ? one.code : undefined))
    .find((code) => typeof code === 'string');
