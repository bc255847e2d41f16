import type { Table } from 'dexie';
import type { GoodiesDatabase } from './database.ts';
import { SINGLE } from './rows.ts';

/** Names the period between one sign-in and its sign-out; undefined while no user is signed in. */
export type SessionId = string | undefined;

/**
 * The current period. Read it before the token that a request is sent with: the other way round, an
 * answer for the last user could be written as the next one's.
 */
export const readSessionId = async (db: GoodiesDatabase): Promise<SessionId> =>
  (await db.session.get(SINGLE))?.id;

/** Begins a period; answers still under way for an earlier one will be dropped. */
export const startSession = async (db: GoodiesDatabase): Promise<void> => {
  await db.session.put({ key: SINGLE, id: crypto.randomUUID() });
};

/**
 * Runs `write` in one transaction over `tables`, unless the period has changed since `expected` was read.
 * @returns whether it ran
 */
export const writeInSession = (
  db: GoodiesDatabase,
  expected: SessionId,
  tables: readonly Table[],
  write: () => Promise<unknown>,
): Promise<boolean> =>
  db.transaction('rw', [db.session, ...tables], async () => {
    if ((await readSessionId(db)) !== expected) return false;
    await write();
    return true;
  });
