import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';

import { readConfig } from '../config/config.ts';
import { openDatabase, type Database } from '../db/database.ts';
import { LockedError } from '../db/lock-file.ts';
import { checkBooks, type BookLine } from './check-books.ts';
import { refuse, wordsOf } from '../log.ts';

/** These are the exit codes of `npm run books`. */
const CLEAN = 0;
const BROKEN = 1;
const NOT_CHECKED = 2;

async function main(): Promise<number> {
  const { config, faults } = readConfig(process.env);
  if (!config) return refuse(faults, NOT_CHECKED);
  let database: Database | undefined;
  try {
    if (!config.databaseUrl && !existsSync(join(config.dataDir, 'pglite')))
      return refuse(
        [`there is no database in ${resolve(config.dataDir)}; start Goodies once first`],
        NOT_CHECKED,
      );
    database = await openDatabase(config);
    const lines = await database.unhurried(checkBooks);
    for (const line of lines) print(line);
    return lines.every((line) => line.broken.length === 0) ? CLEAN : BROKEN;
  } catch (error) {
    if (error instanceof LockedError) {
      return refuse(
        [
          `the embedded database in ${resolve(config.dataDir)} belongs to the running server, which is the only one that may open it`,
          'stop the server and run this again; a PostgreSQL at DATABASE_URL can be checked at any time',
        ],
        NOT_CHECKED,
      );
    }
    return refuse([wordsOf(error)], NOT_CHECKED);
  } finally {
    await database?.close();
  }
}

function print({ name, checked, broken }: BookLine): void {
  const mark = broken.length === 0 ? 'ok    ' : 'BROKEN';
  process.stdout.write(`${mark}  ${name} (${checked} checked)\n`);
  for (const row of broken) process.stdout.write(`        ${row}\n`);
}

process.exitCode = await main();
