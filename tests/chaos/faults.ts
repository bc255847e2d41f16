import pg from 'pg';

import type { PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import type { BlackHole } from '../stress/faults/black-hole.ts';
import type { ChaosGateway } from './chaos-gateway.ts';
import type { Nodes } from './nodes.ts';
import type { SmallDisk } from './small-disk.ts';
import type { Break, Faults } from './stage.ts';

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

type BreakOf = (scenery: Scenery, ...rest: Parameters<Break>) => Promise<void>;

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
  (how: 'fast' | 'immediate'): BreakOf =>
  async ({ cluster }) => {
    await cluster.end(how);
    await cluster.start();
  };

const gatewayIs =
  (mood: 'hanging' | 'late' | 'repeating'): BreakOf =>
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
const FAULTS = {
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
} as const satisfies Readonly<Record<string, BreakOf>>;

export const FAULT_NAMES: readonly string[] = Object.keys(FAULTS);

/** What can be broken of this, by name: without a disk of its own, that cannot be filled. */
export const faultsOf = (scenery: Scenery): Faults =>
  new Map(
    Object.entries<BreakOf>(FAULTS)
      .filter(([name]) => scenery.disk || name !== 'disk-full')
      .map(([name, breakIt]) => [name, (random, hold) => breakIt(scenery, random, hold)]),
  );
