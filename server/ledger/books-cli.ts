import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { readConfig, type Config } from '../config.ts';
import { openPglite, openPostgres, type Database } from '../db/database.ts';
import { LockedError } from '../db/lock-file.ts';
import { checkBooks, type BookLine } from './check-books.ts';

/**
 * `npm run books`: proves the books of the database that the server's configuration names. Exit code 0 when
 * they are clean, 1 when something breaks an invariant, 2 when they could not be checked.
 */
const CLEAN = 0;
const BROKEN = 1;
const NOT_CHECKED = 2;

async function main(): Promise<number> {
  const { config, faults } = readConfig(process.env);
  if (!config) return refuse(...faults);
  let database: Database | undefined;
  try {
    database = await open(config);
    if (!database)
      return refuse(`there is no database in ${resolve(config.dataDir)}; start Goodies once first`);
    const lines = await database.unhurried(checkBooks);
    for (const line of lines) print(line);
    return lines.every((line) => line.broken.length === 0) ? CLEAN : BROKEN;
  } catch (error) {
    if (error instanceof LockedError) {
      return refuse(
        `the embedded database in ${resolve(config.dataDir)} belongs to the running server, which is the only one that may open it`,
        'stop the server and run this again; a PostgreSQL at DATABASE_URL can be checked at any time',
      );
    }
    return refuse(wordsOf(error));
  } finally {
    await database?.close();
  }
}

/** The configured database; undefined when the embedded one has not been made yet. */
async function open(config: Config): Promise<Database | undefined> {
  if (config.databaseUrl) return openPostgres(config.databaseUrl);
  return existsSync(join(config.dataDir, 'pglite')) ? openPglite(config.dataDir) : undefined;
}

function print({ name, checked, broken }: BookLine): void {
  const mark = broken.length === 0 ? 'ok    ' : 'BROKEN';
  process.stdout.write(`${mark}  ${name} (${checked} checked)\n`);
  for (const row of broken) process.stdout.write(`        ${row}\n`);
}

/** A refused connection to a name with several addresses has a code and no message. */
function wordsOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  return error.message || ('code' in error ? String(error.code) : error.name);
}

function refuse(...reasons: readonly string[]): number {
  for (const reason of reasons) process.stderr.write(`goodies: ${reason}\n`);
  return NOT_CHECKED;
}

process.exitCode = await main();
