import { resolve } from 'node:path';
import type { FastifyInstance } from 'fastify';

import { buildApp } from './app.ts';
import { composeDeps, secretsOf } from './compose.ts';
import { readConfig } from './config/config.ts';
import { createDatabaseClock } from './db/database-clock.ts';
import { openDatabase } from './db/database.ts';
import { LockedError } from './db/lock-file.ts';
import { assertMigrated, migrate, MigrationError } from './db/migrate.ts';
import { DEMO_PASSWORD } from './sandbox/demo/seed-people.ts';
import { listDemoLogins, seedDemo } from './sandbox/demo/seed-demo.ts';
import type { Deps } from './deps.ts';
import { capacityOf } from './http/shed-load.ts';
import { createLog, describeError, openLogOutput, refuse, wordsOf } from './log.ts';
import { servePages } from './documents.ts';
import { assertSecret, followSecret, nodeNameOf, WrongSecretError } from './rotation/key-ring.ts';

const SHUTDOWN_LIMIT_MS = 20_000;

async function main(): Promise<void> {
  const startedAt = Date.now();
  const { config, faults } = readConfig(process.env);
  if (!config) {
    process.exitCode = refuse(faults);
    return;
  }
  const log = createLog(config.logLevel, openLogOutput());

  const secrets = secretsOf(config);
  const database = await openDatabase(config, {
    applicationName: nodeNameOf(secrets),
    pace: config.timeoutFactor,
    slow: {
      fromMs: config.slowStatementMs,
      onSlow: (slow) => log.warn(slow, 'slow statement'),
    },
  });
  // In production an operator migrates, so that a node that starts never holds up the others.
  if (config.production) await assertMigrated(database.db);
  else await migrate(database);
  const clock = await createDatabaseClock(database.db);
  clock.start();
  const deps = composeDeps(config, database, log, clock, secrets);
  await assertSecret(deps);
  await deps.uploads.clear();
  await deps.jobs.start();
  const isPlanted = config.demo && (await seedDemo(deps));
  const logins = config.demo ? await listDemoLogins(deps.db) : [];
  deps.views.start();
  deps.guessCounts.start();
  deps.changes.start();
  deps.streams.start();
  const stopFollowing = followSecret(deps, stopAtOnce);
  const app = await buildApp(deps, {
    log,
    capacity: capacityOf(database.engine, config.timeoutFactor),
    web: (instance) => servePages(instance, deps),
  });
  stopOnSignals(app, deps, stopFollowing);
  await app.listen({ port: config.port, host: config.host });
  announce(app, deps, { logins, isPlanted, tookMs: Date.now() - startedAt });
}

/** A node with a retired secret would write data that no other node can read. */
function stopAtOnce({ message }: WrongSecretError): void {
  process.exit(refuse([message]));
}

/** A second signal exits at once. */
function stopOnSignals(app: FastifyInstance, deps: Deps, stopFollowing: () => void): void {
  let stopping = false;
  const stop = async (): Promise<void> => {
    if (stopping) process.exit(1);
    stopping = true;
    setTimeout(() => process.exit(1), SHUTDOWN_LIMIT_MS).unref();
    await app.close();
    stopFollowing();
    await deps.views.stop();
    await deps.guessCounts.stop();
    await deps.jobs.stop();
    await deps.changes.stop();
    await deps.database.close();
    process.exit(0);
  };
  process.on('SIGTERM', () => void stop());
  process.on('SIGINT', () => void stop());
}

interface Started {
  readonly logins: readonly string[];
  readonly isPlanted: boolean;
  readonly tookMs: number;
}

function announce(
  app: FastifyInstance,
  { config, database }: Deps,
  { logins, isPlanted, tookMs }: Started,
): void {
  const address = app.server.address();
  const port = typeof address === 'object' && address ? address.port : config.port;
  const lines = [
    `Goodies is ready at http://localhost:${port} (${(tookMs / 1000).toFixed(1)} s)`,
    database.engine === 'pglite'
      ? `  data      ${resolve(config.dataDir)} (embedded database: for trying out, developing and tests; set DATABASE_URL for real use)`
      : '  data      PostgreSQL at DATABASE_URL',
    ...(logins.length > 0
      ? [
          `  accounts  ${logins.join(', ')} (password ${DEMO_PASSWORD})${isPlanted ? ', planted just now' : ''}`,
        ]
      : []),
    ...(config.sandbox ? [`  mail      http://localhost:${port}/sandbox/mail`] : []),
  ];
  process.stdout.write(`${lines.join('\n')}\n`);
}

try {
  await main();
} catch (error) {
  const message =
    error instanceof LockedError ||
    error instanceof MigrationError ||
    error instanceof WrongSecretError
      ? error.message
      : `${wordsOf(error)}\n${describeError(error).stack}`.trimEnd();
  process.exitCode = refuse([message]);
  // Half-open connections must not keep a failed start alive.
  process.exit();
}
