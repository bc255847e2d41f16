import { mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import pino from 'pino';

import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { composeDeps } from '../../server/compose.ts';
import { readConfig } from '../../server/config.ts';
import { openPostgres } from '../../server/db/database.ts';
import { migrate, migrationsFolder } from '../../server/db/migrate.ts';
import type { Deps } from '../../server/deps.ts';
import { addPerson, type Person } from '../fixtures/api/people.ts';
import { openBlackHole } from '../stress/faults/black-hole.ts';
import { ChaosGateway } from './chaos-gateway.ts';
import type { Scenery } from './faults.ts';
import type { Journal } from './journal.ts';
import { Nodes } from './nodes.ts';
import { randomOf } from './random.ts';
import { mountSmallDisk } from './small-disk.ts';

const SECRET = 'a secret that all nodes of a run share';
const PAYSTACK_KEY = 'sk_test_chaos';
/** A log that is soon full when its disk is, and is written to the disk often. */
const SETTINGS = ['min_wal_size=32MB', 'max_wal_size=96MB', 'checkpoint_timeout=30s'];
const WALLET_MINOR = 50_000_000n;

type Env = Readonly<Record<string, string>>;

/** Everything that a run needs, and what can be broken of it. */
export interface ChaosScene extends Scenery {
  /** What the nodes are configured with, but for the way to the database, which here is the direct one. */
  readonly env: Env;
  readonly people: readonly Person[];
  /** The server's parts in this process, by the direct way: to plant people, and to let time pass at the end. */
  readonly deps: Deps;
  close(): Promise<void>;
}

/** The server's parts on a database, without any job being done. */
function openDeps(env: Env): Deps {
  const { config, faults } = readConfig(env);
  if (!config) throw new Error(faults.join('; '));
  return composeDeps(config, openPostgres(config.databaseUrl ?? ''), pino({ level: 'silent' }));
}

async function plantPeople(env: Env, count: number): Promise<Person[]> {
  // Money comes into these wallets from the sandbox; everything later through the gateway.
  const { PAYSTACK_SECRET_KEY_NG: _, ...without } = env;
  const deps = openDeps({ ...without, GOODIES_SANDBOX: '1' });
  try {
    await migrate(deps.database, migrationsFolder());
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

interface Wanted {
  readonly seed: number;
  readonly nodes: number;
  readonly people: number;
  /** Nodes reach the database without a way between that can fall silent, which costs time of this process. */
  readonly isDirect?: boolean;
}

/** Starts a PostgreSQL of its own, a gateway and nodes. @throws where no PostgreSQL is installed */
export async function openChaosScene(
  { seed, nodes: nodeCount, people: peopleCount, isDirect = false }: Wanted,
  journal: Journal,
): Promise<ChaosScene> {
  const programs = findPostgresPrograms();
  if (!programs) throw new Error('chaos needs the server programs of PostgreSQL');
  const closers: (() => unknown)[] = [];
  const close = async (): Promise<void> => {
    for (const closeOne of closers.toReversed()) await closeOne();
  };
  try {
    const disk = mountSmallDisk();
    if (disk) closers.push(() => disk.remove());
    const folder = disk && path.join(disk.folder, 'postgres');
    if (folder) mkdirSync(folder);
    const cluster = await PostgresCluster.start(programs, {
      settings: SETTINGS,
      ...(folder ? { folder } : {}),
    });
    closers.push(() => cluster.stop());
    const gateway = await ChaosGateway.start(PAYSTACK_KEY, randomOf(seed, 'gateway'));
    closers.push(() => gateway.close());
    const dataDir = mkdtempSync(path.join(tmpdir(), 'goodies-chaos-data-'));
    closers.push(() => rmSync(dataDir, { recursive: true, force: true }));
    const env = {
      DATABASE_URL: cluster.url,
      DATA_DIR: dataDir,
      GOODIES_SECRET: SECRET,
      GOODIES_SANDBOX: '0',
      GOODIES_DEMO: '0',
      SMTP_URL: 'smtp://127.0.0.1:1',
      PAYSTACK_SECRET_KEY_NG: PAYSTACK_KEY,
      PAYSTACK_BASE_URL: gateway.url,
      LOG_LEVEL: 'error',
    };
    const people = await plantPeople(env, peopleCount);
    const hole = await openBlackHole(cluster.url);
    closers.push(() => hole.close());
    const way = isDirect ? cluster.url : hole.url;
    const nodes = await Nodes.start(nodeCount, { ...env, DATABASE_URL: way }, journal);
    closers.push(() => nodes.stop());
    const deps = openDeps(env);
    closers.push(() => deps.database.close());
    return { env, people, deps, disk, cluster, hole, gateway, nodes, close };
  } catch (error) {
    await close();
    throw error;
  }
}
