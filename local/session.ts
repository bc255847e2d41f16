import type { Table } from 'dexie';
import type { GoodiesDatabase } from './database.ts';
import { SINGLE, type SessionRow } from './rows.ts';

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

type Write = () => Promise<unknown>;

const writeWhile = (
  db: GoodiesDatabase,
  isExpected: (now: SessionRow | undefined) => boolean,
  tables: readonly Table[],
  write: Write,
): Promise<boolean> =>
  db.transaction('rw', [db.session, ...tables], async () => {
    if (!isExpected(await db.session.get(SINGLE))) return false;
    await write();
    return true;
  });

/**
 * Runs `write` in one transaction over `tables`, unless the period has changed since `expected` was read.
 * @returns whether it ran
 */
export const writeInSession = (
  db: GoodiesDatabase,
  expected: SessionId,
  tables: readonly Table[],
  write: Write,
): Promise<boolean> => writeWhile(db, (now) => now?.id === expected, tables, write);

/** The same for what a command has changed: what any tab asked for before it is old from now on. */
export const writeChange = (
  db: GoodiesDatabase,
  expected: SessionId,
  tables: readonly Table[],
  write: Write,
): Promise<boolean> =>
  writeInSession(db, expected, tables, async () => {
    await db.session.update(SINGLE, { lastChange: crypto.randomUUID() });
    await write();
  });

/** The same for an answer, unless a command of any tab has changed something since `before` was read. */
export const writeUnlessChanged = (
  db: GoodiesDatabase,
  before: SessionRow | undefined,
  tables: readonly Table[],
  write: Write,
): Promise<boolean> =>
  writeWhile(
    db,
    (now) => now?.id === before?.id && now?.lastChange === before?.lastChange,
    tables,
    write,
  );
