import type { Programs } from '../../scripts/lib/cluster-programs.ts';
import type { Journal } from '../chaos/journal.ts';
import type { Nodes } from '../chaos/nodes.ts';
import { openInOrder } from '../chaos/open-in-order.ts';
import type { Break, OpenStage } from '../chaos/stage.ts';
import { openDeps, openTown } from '../chaos/town.ts';
import { openBalancedNodes, openPooledPostgres, type PooledPostgres } from './open-cluster.ts';

type Breakable = PooledPostgres & { readonly nodes: Nodes };

/** What can be broken of a cluster. Whatever is killed comes back, or is replaced, without a hand. */
const FAULTS = {
  'node-killed': ({ nodes }, random) => nodes.killOne(random),
  'pooler-restarted': async ({ pooler }) => pooler.kill(),
  'standby-killed': ({ postgres }) => postgres.killStandby(),
  'primary-killed': ({ postgres }) => postgres.killPrimary(),
} as const satisfies Readonly<
  Record<string, (cluster: Breakable, ...rest: Parameters<Break>) => Promise<void>>
>;

export const FAULT_NAMES: readonly string[] = Object.keys(FAULTS);

/** A whole cluster with people, who call its balancer. */
export const openClusterStage =
  (programs: Programs): OpenStage =>
  (wanted, journal: Journal) =>
    openInOrder(async (onClose) => {
      const data = await openPooledPostgres(programs, journal, onClose);
      const town = await openTown(data.pooler.url, wanted, onClose);
      const { nodes, url } = await openBalancedNodes(programs, town.env, journal, onClose);
      const deps = openDeps(town.env);
      onClose(() => deps.database.close());
      const cluster = { ...data, nodes };
      const faults = new Map<string, Break>(
        Object.entries(FAULTS).map(([name, breakIt]) => [
          name,
          (random) => breakIt(cluster, random),
        ]),
      );
      return { ...town, deps, nodes, urls: [url], faults };
    });
