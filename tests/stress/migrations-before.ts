import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { onTestFinished } from 'vitest';

import { migrationsFolder } from '../../server/db/migrate.ts';

interface Journal {
  entries: { idx: number; tag: string; when: number }[];
}

/** Statements by the name of their migration. */
type Migrations = Readonly<Record<string, string>>;

const journalIn = (folder: string): string => path.join(folder, 'meta', '_journal.json');
const readJournal = (folder: string): Journal =>
  JSON.parse(readFileSync(journalIn(folder), 'utf8')) as Journal;
const writeJournal = (folder: string, journal: Journal): void =>
  writeFileSync(journalIn(folder), JSON.stringify(journal));

/** Every migration there is, in order. */
export const listMigrations = (): readonly { readonly idx: number; readonly tag: string }[] =>
  readJournal(migrationsFolder()).entries;

/** A folder for as long as the test runs that asks for it. */
function makeFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'goodies-migrations-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** A folder with the migrations before the one of that number. */
export function migrationsBefore(number: number): string {
  const folder = makeFolder();
  cpSync(migrationsFolder(), folder, { recursive: true });
  const { entries } = readJournal(folder);
  writeJournal(folder, { entries: entries.filter(({ idx }) => idx < number) });
  return folder;
}

function add(folder: string, migrations: Migrations): string {
  const { entries } = readJournal(folder);
  for (const [tag, text] of Object.entries(migrations)) {
    writeFileSync(path.join(folder, `${tag}.sql`), text);
    entries.push({ idx: entries.length, tag, when: (entries.at(-1)?.when ?? 0) + 1 });
  }
  writeJournal(folder, { entries });
  return folder;
}

/** A folder with all that there are, and these after them. */
export const migrationsAnd = (migrations: Migrations): string =>
  add(migrationsBefore(Infinity), migrations);

/** A folder with only these. */
export function onlyMigrations(migrations: Migrations): string {
  const folder = makeFolder();
  mkdirSync(path.join(folder, 'meta'));
  writeJournal(folder, { entries: [] });
  return add(folder, migrations);
}
