import type { ClusterPrograms } from '../../scripts/lib/programs.ts';
import { findFreePort } from '../../scripts/lib/free-port.ts';
import type { Journal } from '../chaos/journal.ts';
import { Nodes } from '../chaos/nodes.ts';
import type { OnClose } from '../chaos/open-in-order.ts';
import { startBalancer } from './haproxy.ts';
import { databaseUrlOf } from './patroni-member.ts';
import { PatroniPostgres } from './patroni-postgres.ts';
import { Pooler } from './pooler.ts';

/** As many as `deploy/haproxy.cfg` and `compose.yaml` name. */
export const NODES = 3;

/** What nodes stand on. */
export interface PooledPostgres {
  readonly postgres: PatroniPostgres;
  readonly pooler: Pooler;
  /** How nodes are told where it is. */
  readonly env: Readonly<
    Record<'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_STANDBY_URL', string>
  >;
}

/** Starts etcd, the database's members, HAProxy that leads to the primary, and PgBouncer before it. */
export async function openPooledPostgres(
  programs: ClusterPrograms,
  journal: Journal,
  onClose: OnClose,
): Promise<PooledPostgres> {
  const postgres = await PatroniPostgres.open(programs, journal, onClose);
  const direct = databaseUrlOf(postgres.address);
  const pooler = await Pooler.start(programs.pgbouncer, direct, journal);
  onClose(() => pooler.stop());
  const env = {
    DATABASE_URL: pooler.url,
    DATABASE_DIRECT_URL: direct,
    DATABASE_STANDBY_URL: databaseUrlOf(postgres.standbyAddress),
  };
  return { postgres, pooler, env };
}

/**
 * Starts the built nodes and HAProxy before them.
 * @param port HAProxy's
 * @returns with the address where people call
 */
export async function openBalancedNodes(
  programs: ClusterPrograms,
  env: Readonly<Record<string, string>>,
  journal: Journal,
  onClose: OnClose,
  port?: number,
): Promise<{ readonly nodes: Nodes; readonly url: string }> {
  const nodes = await Nodes.start(NODES, { ...env, TRUST_PROXY: '1' }, journal);
  onClose(() => nodes.stop());
  const balancer = await startBalancer(
    programs.haproxy,
    port ?? (await findFreePort()),
    nodes.urls,
    journal,
  );
  onClose(() => balancer.stop());
  return { nodes, url: balancer.url };
}
