import pg from 'pg';

import type { PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import type { BlackHole } from '../stress/faults/black-hole.ts';
import type { ChaosGateway } from './chaos-gateway.ts';
import type { Nodes } from './nodes.ts';
import type { Random } from './random.ts';
import type { SmallDisk } from './small-disk.ts';

/** What can be broken. */
export interface Scenery {
  readonly nodes: Nodes;
  readonly cluster: PostgresCluster;
  /** The way from the nodes to the database. */
  readonly hole: BlackHole;
  /** What the database's files lie on; undefined where none can be mounted. */
  readonly disk: SmallDisk | undefined;
  readonly gateway: ChaosGateway;
}

/**
 * Breaks something and resolves when it is whole again, as far as that is not the nodes' own task: a process that
 * was killed is started, a database takes connections.
 */
type Break = (scenery: Scenery, random: Random, hold: () => Promise<void>) => Promise<void>;

const alter = async ({ cluster }: Scenery, statement: string): Promise<void> => {
  const client = new pg.Client({ connectionString: cluster.url });
  // The statement on it fails by itself when the server goes.
  client.on('error', () => undefined);
  await client.connect();
  try {
    // This very session may be one of those that are read-only.
    await client.query('set default_transaction_read_only = off');
    await client.query(statement);
    await client.query('select pg_reload_conf()');
  } finally {
    await client.end();
  }
};

const restart =
  (how: 'fast' | 'immediate'): Break =>
  async ({ cluster }) => {
    await cluster.end(how);
    await cluster.start();
  };

const gatewayIs =
  (mood: 'hanging' | 'late' | 'repeating'): Break =>
  async ({ gateway }, _random, hold) => {
    gateway.mood = mood;
    await hold();
    gateway.recover();
  };

/** Uses up what the log has left, too, after which the database stops itself. */
async function fillTheLog(scenery: Scenery): Promise<void> {
  try {
    for (let segment = 0; segment < 8; segment += 1)
      await alter(scenery, "select pg_switch_wal(), pg_logical_emit_message(true, '', 'chaos')");
  } catch {
    // That was the last one.
  }
}

/** Everything that breaks, by name. */
export const FAULTS = {
  'node-killed': async ({ nodes }, random) => {
    await nodes.killOne(random);
  },
  'database-restarted': restart('fast'),
  'database-crashed': restart('immediate'),
  'database-paused': async ({ cluster }, _random, hold) => {
    cluster.signalAll('SIGSTOP');
    await hold();
    cluster.signalAll('SIGCONT');
  },
  'network-silent': async ({ hole }, _random, hold) => {
    hole.swallow();
    await hold();
    hole.heal();
  },
  'database-read-only': async (scenery, _random, hold) => {
    await alter(scenery, 'alter system set default_transaction_read_only = on');
    await hold();
    await alter(scenery, 'alter system reset default_transaction_read_only');
  },
  'disk-full': async (scenery, random, hold) => {
    const { disk, cluster } = scenery;
    if (!disk) throw new Error('there is no disk that can be filled');
    await disk.fill();
    if (random.percent(50)) await fillTheLog(scenery);
    await hold();
    disk.free();
    // One that found no space for its log has ended; whoever looks after it starts it again.
    await cluster.start();
  },
  'gateway-hanging': gatewayIs('hanging'),
  'gateway-late': gatewayIs('late'),
  'gateway-repeating': gatewayIs('repeating'),
} as const satisfies Readonly<Record<string, Break>>;

export type FaultName = keyof typeof FAULTS;
export const FAULT_NAMES = Object.keys(FAULTS) as FaultName[];
