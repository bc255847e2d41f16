import { parseArgs } from 'node:util';

import pino, { type Logger } from 'pino';

import { composeDeps, secretsOf } from '../compose.ts';
import { readConfig, type Config } from '../config/config.ts';
import { createDatabaseClock } from '../db/database-clock.ts';
import { openDatabase } from '../db/database.ts';
import { LockedError } from '../db/lock-file.ts';
import { createLog, refuse, wordsOf } from '../log.ts';
import { assertSecret, nodeNameOf, WrongSecretError } from '../rotation/key-ring.ts';
import { AdminError } from './record-action.ts';
import { runCommand } from './commands.ts';

/**
 * `npm run admin`: administration commands on the configured database, each recorded with who ran it and why. Exit
 * code 0 when done, 1 when refused.
 */
async function main(): Promise<number> {
  const { config, faults } = readConfig(process.env);
  if (!config) return refuse(faults);
  const log = createLog(config.logLevel, pino.destination(2));
  try {
    const lines = await run(config, log, process.argv.slice(2));
    for (const line of lines) process.stdout.write(`${line}\n`);
    return 0;
  } catch (error) {
    if (isRefusal(error)) return refuse([error.message]);
    log.error({ err: error }, 'the command failed');
    return refuse([wordsOf(error)]);
  }
}

async function run(
  config: Config,
  log: Logger,
  args: readonly string[],
): Promise<readonly string[]> {
  const { positionals, values } = readArguments(args);
  const [name, ...operands] = positionals;
  const secrets = secretsOf(config);
  const database = await openDatabase(config, { applicationName: nodeNameOf(secrets) });
  try {
    const clock = await createDatabaseClock(database.db);
    const deps = composeDeps(config, database, log, clock, secrets);
    await assertSecret(deps);
    await deps.jobs.open();
    try {
      return await runCommand(deps, name, { operands, ...values });
    } finally {
      await deps.jobs.stop();
      await deps.changes.stop();
    }
  } finally {
    await database.close();
  }
}

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      allowPositionals: true,
      options: { by: { type: 'string' }, why: { type: 'string' }, proof: { type: 'string' } },
    });
  } catch (error) {
    throw new AdminError(error instanceof Error ? error.message : String(error));
  }
}

const isRefusal = (error: unknown): error is Error =>
  error instanceof AdminError || error instanceof LockedError || error instanceof WrongSecretError;

process.exitCode = await main();
