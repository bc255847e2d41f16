import { readConfig } from '../config/config.ts';
import { refuse, wordsOf } from '../log.ts';
import { type Database, openDatabase } from './database.ts';
import { migrate, migrationsFolder } from './migrate.ts';

/** `npm run migrate`: exit code 0 when the database has every migration of this build, else 1. */
async function main(): Promise<number> {
  const { config, faults } = readConfig(process.env);
  if (!config) return refuse(faults);
  let database: Database | undefined;
  try {
    database = await openDatabase(config);
    await migrate(database, migrationsFolder(), {
      onApplied: (tag) => process.stdout.write(`${tag}\n`),
    });
    process.stdout.write('the database has every migration\n');
    return 0;
  } catch (error) {
    return refuse([wordsOf(error)]);
  } finally {
    await database?.close();
  }
}

process.exitCode = await main();
