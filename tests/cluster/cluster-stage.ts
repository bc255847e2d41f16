import { setTimeout as delay } from 'node:timers/promises';

import type { ClusterPrograms } from '../../scripts/lib/programs.ts';
import type { Journal } from '../chaos/journal.ts';
import type { Nodes } from '../chaos/nodes.ts';
import { openInOrder } from '../chaos/open-in-order.ts';
import type { Break, OpenStage } from '../chaos/stage.ts';
import { openDeps, openTown } from '../chaos/town.ts';
import { FakeObjectStorage } from '../fakes/object-storage.ts';
import { PrimaryProbe } from './primary-probe.ts';
import { openBalancedNodes, openPooledPostgres, type PooledPostgres } from './open-cluster.ts';

type Breakable = PooledPostgres & {
  readonly nodes: Nodes;
  /** Where covers lie. */
  readonly storage: FakeObjectStorage;
  /** The balancer's. */
  readonly url: string;
};

const COVER = '01ARZ3NDEKTSV4RRFFQ69G5FAV/cover-0123456789ab.webp';
const POLL_MS = 200;
const TIMEOUT_MS = 30_000;

/** @throws Error when a cover is not answered with a status in time. */
async function seeCover(url: string, wanted: number): Promise<void> {
  const beganMs = performance.now();
  for (;;) {
    const reply = await fetch(`${url}/covers/${COVER}`).catch(() => undefined);
    await reply?.arrayBuffer();
    if (reply?.status === wanted) return;
    if (performance.now() - beganMs > TIMEOUT_MS)
      throw new Error(`a cover was answered ${reply?.status ?? 'not at all'}, not ${wanted}`);
    await delay(POLL_MS);
  }
}

/** Covers are away with their storage, and nothing else is: what people do meanwhile is judged like all the rest. */
async function takeStorageAway({ storage, url }: Breakable): Promise<void> {
  await seeCover(url, 200);
  storage.fail('broken');
  await seeCover(url, 503);
  storage.recover();
  await seeCover(url, 200);
}

/** What can be broken of a cluster. Whatever is killed comes back, or is replaced, without a hand. */
const FAULTS = {
  'node-killed': ({ nodes }, random) => nodes.killOne(random),
  'primary-killed': ({ postgres }) => postgres.killPrimary(),
  'primary-frozen': ({ postgres }) => postgres.freezePrimary(),
  'primary-cut-off': ({ postgres }) => postgres.cutPrimaryOff(),
  'etcd-cut-off': ({ postgres }) => postgres.cutEtcdOff(),
  'etcd-killed': ({ postgres }) => postgres.killEtcd(),
  'standby-killed': ({ postgres }) => postgres.killStandby(),
  'pooler-restarted': async ({ pooler }) => pooler.restart(),
  'storage-away': takeStorageAway,
} as const satisfies Readonly<
  Record<string, (cluster: Breakable, ...rest: Parameters<Break>) => Promise<void>>
>;

export const FAULT_NAMES: readonly string[] = Object.keys(FAULTS);
const CUTS: readonly string[] = [
  'primary-cut-off',
  'etcd-cut-off',
] satisfies (keyof typeof FAULTS)[];

/** A whole cluster with people, who call its balancer. */
export const openClusterStage =
  (programs: ClusterPrograms): OpenStage =>
  (wanted, journal: Journal) =>
    openInOrder(async (onClose) => {
      const data = await openPooledPostgres(programs, journal, onClose);
      const town = await openTown(data.env, wanted, onClose);
      const storage = await FakeObjectStorage.start();
      onClose(() => storage.close());
      storage.objects.set(COVER, {
        bytes: Buffer.from('a picture'),
        contentType: 'image/webp',
        cacheControl: undefined,
      });
      const env = { ...town.env, ...storage.env };
      const { nodes, url } = await openBalancedNodes(programs, env, journal, onClose);
      const deps = openDeps(town.env);
      onClose(() => deps.database.close());
      const cluster = { ...data, nodes, storage, url };
      const faults = new Map<string, Break>(
        Object.entries(FAULTS)
          .filter(([name]) => data.postgres.network.canBeCut || !CUTS.includes(name))
          .map(([name, breakIt]) => [name, (random) => breakIt(cluster, random)]),
      );
      const probe = await PrimaryProbe.start(data.postgres.address, data.postgres.members);
      onClose(() => probe.stop());
      const untilWhole = () => data.postgres.untilWhole();
      const judge = () => probe.judge();
      return { ...town, deps, nodes, urls: [url], faults, untilWhole, judge };
    });
