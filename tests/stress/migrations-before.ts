import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

import { migrationsFolder } from '../../server/db/database.ts';

interface Journal {
  entries: { idx: number; tag: string }[];
}

const journalIn = (folder: string): string => path.join(folder, 'meta', '_journal.json');
const readJournal = (folder: string): Journal =>
  JSON.parse(readFileSync(journalIn(folder), 'utf8')) as Journal;

/** Every migration there is, in order. */
export const listMigrations = (): readonly { readonly idx: number; readonly tag: string }[] =>
  readJournal(migrationsFolder()).entries;

/** A folder with the migrations before the one of that number, for as long as the test runs that asks for it. */
export function migrationsBefore(number: number): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  cpSync(migrationsFolder(), folder, { recursive: true });
  const journal = readJournal(folder);
  journal.entries = journal.entries.filter(({ idx }) => idx < number);
  writeFileSync(journalIn(folder), JSON.stringify(journal));
  return folder;
}
