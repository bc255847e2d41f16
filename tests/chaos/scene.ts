import { mkdirSync } from 'node:fs';
import path from 'node:path';

import { findPostgresPrograms, PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { openBlackHole } from '../stress/faults/black-hole.ts';
import { faultsOf, type Scenery } from './faults.ts';
import type { Journal } from './journal.ts';
import { Nodes } from './nodes.ts';
import { openInOrder } from './open-in-order.ts';
import { mountSmallDisk } from './small-disk.ts';
import type { Stage } from './stage.ts';
import { openDeps, openTown } from './town.ts';

/** A log that is soon full when its disk is, and is written to the disk often. */
const SETTINGS = ['min_wal_size=32MB', 'max_wal_size=96MB', 'checkpoint_timeout=30s'];

/** Everything that a run needs, and what can be broken of it. */
export type ChaosScene = Stage & Scenery;

interface Wanted {
  readonly seed: number;
  readonly nodes: number;
  readonly people: number;
  /** Nodes reach the database without a way between that can fall silent, which costs time of this process. */
  readonly isDirect?: boolean;
}

/** Starts a PostgreSQL of its own, a gateway and nodes. @throws where no PostgreSQL is installed */
export const openChaosScene = (wanted: Wanted, journal: Journal): Promise<ChaosScene> =>
  openInOrder(async (onClose) => {
    const programs = findPostgresPrograms();
    if (!programs) throw new Error('chaos needs the server programs of PostgreSQL');
    const disk = mountSmallDisk();
    if (disk) onClose(() => disk.remove());
    const folder = disk && path.join(disk.folder, 'postgres');
    if (folder) mkdirSync(folder);
    const cluster = await PostgresCluster.start(programs, {
      settings: SETTINGS,
      ...(folder ? { folder } : {}),
    });
    onClose(() => cluster.stop());
    const { env, gateway, people } = await openTown({ DATABASE_URL: cluster.url }, wanted, onClose);
    const hole = await openBlackHole(cluster.url);
    onClose(() => hole.close());
    const way = wanted.isDirect ? cluster.url : hole.url;
    const nodes = await Nodes.start(wanted.nodes, { ...env, DATABASE_URL: way }, journal);
    onClose(() => nodes.stop());
    const deps = openDeps(env);
    onClose(() => deps.database.close());
    const scenery = { disk, cluster, hole, gateway, nodes };
    const faults = faultsOf(scenery);
    return { ...scenery, faults, env, urls: nodes.urls, people, deps };
  });
