import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pino from 'pino';

import { composeDeps } from '../../server/compose.ts';
import { readConfig } from '../../server/config/config.ts';
import { openPostgres } from '../../server/db/database.ts';
import { migrate } from '../../server/db/migrate.ts';
import type { Deps } from '../../server/deps.ts';
import { inject } from '../fixtures/inject.ts';
import { addPerson, type Person } from '../fixtures/api/people.ts';
import { ChaosGateway } from './chaos-gateway.ts';
import type { OnClose } from './open-in-order.ts';
import { randomOf } from './random.ts';

const SECRET = 'a secret that all nodes of a run share';
const PAYSTACK_KEY = 'sk_test_chaos';
const WALLET_MINOR = 50_000_000n;

type Env = Readonly<Record<string, string>>;

/** Who lives on a database, and the gateway that they pay through. */
interface Town {
  /** What nodes are configured with. */
  readonly env: Env;
  readonly gateway: ChaosGateway;
  readonly people: readonly Person[];
}

/**
 * Brings an empty database to the newest schema, makes people with money in it, and opens their gateway.
 * @param database how nodes are told where it is
 */
export async function openTown(
  database: Env,
  { seed, people }: { readonly seed: number; readonly people: number },
  onClose: OnClose,
): Promise<Town> {
  const gateway = await ChaosGateway.start(PAYSTACK_KEY, randomOf(seed, 'gateway'));
  onClose(() => gateway.close());
  const dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-chaos-data-'));
  onClose(() => rmSync(dataDir, { recursive: true, force: true }));
  const env = envOf(database, dataDir, gateway.url);
  return { env, gateway, people: await plantPeople(env, people) };
}

/** One gateway, no sandbox, and mail that goes nowhere. */
const envOf = (database: Env, dataDir: string, gatewayUrl: string): Env => ({
  ...database,
  DATA_DIR: dataDir,
  GOODIES_SECRET: SECRET,
  GOODIES_SANDBOX: '0',
  GOODIES_DEMO: '0',
  SMTP_URL: 'smtp://127.0.0.1:1',
  PAYSTACK_SECRET_KEY_NG: PAYSTACK_KEY,
  ...inject({ paystackUrl: gatewayUrl }),
  LOG_LEVEL: 'error',
});

/** The server's parts on a database, without any job being done. */
export function openDeps(env: Env): Deps {
  const { config, faults } = readConfig(env);
  if (!config) throw new Error(faults.join('; '));
  const { databaseUrl = '', directDatabaseUrl: directUrl } = config;
  return composeDeps(config, openPostgres(databaseUrl, { directUrl }), pino({ level: 'silent' }));
}

async function plantPeople(env: Env, count: number): Promise<Person[]> {
  // Money comes into these wallets from the sandbox; everything later through the gateway.
  const { PAYSTACK_SECRET_KEY_NG: _, ...without } = env;
  const deps = openDeps({ ...without, GOODIES_SANDBOX: '1' });
  try {
    await migrate(deps.database);
    const people: Person[] = [];
    while (people.length < count)
      people.push(
        await addPerson(deps, `chaos_${people.length}`, {
          walletMinor: WALLET_MINOR,
          hasPin: true,
        }),
      );
    return people;
  } finally {
    await deps.database.close();
  }
}
