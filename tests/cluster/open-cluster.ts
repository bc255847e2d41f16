import type { ClusterPrograms } from '../../scripts/lib/programs.ts';
import { findFreePort } from '../../scripts/lib/free-port.ts';
import type { Journal } from '../chaos/journal.ts';
import { Nodes } from '../chaos/nodes.ts';
import type { OnClose } from '../chaos/open-in-order.ts';
import { startBalancer } from './balancer.ts';
import { Pooler } from './pooler.ts';
import { ReplicatedPostgres } from './replicated-postgres.ts';

/** As many as `deploy/haproxy.cfg` and `compose.yaml` name. */
export const NODES = 3;

/** What nodes stand on. */
export interface PooledPostgres {
  readonly postgres: ReplicatedPostgres;
  readonly pooler: Pooler;
}

/** Starts a primary, its standby and PgBouncer, which is pointed to whichever is the primary. */
export async function openPooledPostgres(
  programs: ClusterPrograms,
  journal: Journal,
  onClose: OnClose,
): Promise<PooledPostgres> {
  const postgres = await ReplicatedPostgres.start(programs.postgres, journal);
  onClose(() => postgres.stop());
  const pooler = await Pooler.start(programs.pgbouncer, postgres.port, journal);
  onClose(() => pooler.stop());
  postgres.onPromoted = (port) => pooler.pointTo(port);
  return { postgres, pooler };
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
