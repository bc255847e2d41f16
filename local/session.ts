import type { Table } from 'dexie';
import type { GoodiesDatabase } from './database.ts';
import { SINGLE, type SessionRow } from './rows.ts';

export type SessionId = string | undefined;

/** Read it before the token, or an answer for the last user could be stored for the next one. */
export const readSessionId = async (db: GoodiesDatabase): Promise<SessionId> =>
  (await db.session.get(SINGLE))?.id;

export const startSession = async (db: GoodiesDatabase): Promise<void> => {
  await db.session.put({ key: SINGLE, id: crypto.randomUUID() });
};

type Writing = [tables: readonly Table[], write: () => Promise<unknown>];

const writeWhile = (
  db: GoodiesDatabase,
  isExpected: (now: SessionRow | undefined) => boolean,
  ...[tables, write]: Writing
): Promise<boolean> =>
  db.transaction('rw', [db.session, ...tables], async () => {
    if (!isExpected(await db.session.get(SINGLE))) return false;
    await write();
    return true;
  });

/** Runs `write` only if the session is still `expected`; returns whether it ran. */
export const writeInSession = (db: GoodiesDatabase, expected: SessionId, ...writing: Writing) =>
  writeWhile(db, (now) => now?.id === expected, ...writing);

/** Also marks older requests of all tabs as outdated. */
export const writeChange = (
  db: GoodiesDatabase,
  expected: SessionId,
  ...[tables, write]: Writing
) =>
  writeInSession(db, expected, tables, async () => {
    await db.session.update(SINGLE, { lastChange: crypto.randomUUID() });
    await write();
  });

/** Does not write if a command in any tab has changed data since `before`. */
export const writeUnlessChanged = (
  db: GoodiesDatabase,
  before: SessionRow | undefined,
  ...writing: Writing
) =>
  writeWhile(
    db,
    (now) => now?.id === before?.id && now?.lastChange === before?.lastChange,
    ...writing,
  );
