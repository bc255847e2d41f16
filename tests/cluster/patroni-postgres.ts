import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { findFreePort } from '../../scripts/lib/free-port.ts';
import type { ClusterPrograms } from '../../scripts/lib/programs.ts';
import type { Journal } from '../chaos/journal.ts';
import type { OnClose } from '../chaos/open-in-order.ts';
import { until } from '../chaos/until.ts';
import { etcdClientsOf, findEtcdLeader, isEtcdWhole, startEtcd } from './etcd.ts';
import { startHaproxy } from './haproxy.ts';
import type { KeptProcess } from './kept-process.ts';
import { Network } from './network.ts';
import { PatroniMember } from './patroni-member.ts';

const WHOLE_WITHIN_MS = 120_000;
const REPLACED_WITHIN_MS = 60_000;

/** A PostgreSQL of three members, of which Patroni and etcd choose the primary, and HAProxy that leads to it. */
export class PatroniPostgres {
  readonly members: readonly PatroniMember[];
  readonly etcd: readonly KeptProcess[];
  readonly network: Network;
  /** Host and port, by which HAProxy leads to the primary. */
  readonly address: string;
  /** The same, by which it leads to a standby. */
  readonly standbyAddress: string;

  /** What goes on beside a fault: the end of it, once the others have taken over. */
  #repair: Promise<unknown> = Promise.resolve();

  private constructor(
    parts: Pick<PatroniPostgres, 'members' | 'etcd' | 'network' | 'address' | 'standbyAddress'>,
  ) {
    this.members = parts.members;
    this.etcd = parts.etcd;
    this.network = parts.network;
    this.address = parts.address;
    this.standbyAddress = parts.standbyAddress;
  }

  /** Resolves when commits wait for a standby. */
  static async open(
    programs: ClusterPrograms,
    journal: Journal,
    onClose: OnClose,
  ): Promise<PatroniPostgres> {
    const folder = mkdtempSync(path.join(tmpdir(), 'goodies-cluster-database-'));
    // Members run without the rights of whoever made it.
    chmodSync(folder, 0o755);
    onClose(() => rmSync(folder, { recursive: true, force: true }));
    const network = Network.open(programs.ip);
    onClose(() => network.close());
    const { etcdHosts, memberHosts } = network;
    const etcd = await startEtcd(programs.etcd, etcdHosts, folder, journal);
    onClose(() => stopAll(etcd));
    const place = { programs, network, etcd: etcdClientsOf(etcdHosts), folder, journal };
    const members = await Promise.all(
      memberHosts.map((_, index) => PatroniMember.start(index, place)),
    );
    onClose(() => stopAll(members));
    const address = `127.0.0.1:${await findFreePort()}`;
    const standbyAddress = `127.0.0.1:${await findFreePort()}`;
    const [first = '', second = '', third = ''] = members.map((member) => member.address);
    const balancer = await startHaproxy({
      program: programs.haproxy,
      settings: 'patroni/haproxy.cfg',
      env: {
        DATABASE_ADDRESS: address,
        STANDBY_ADDRESS: standbyAddress,
        MEMBER_1: first,
        MEMBER_2: second,
        MEMBER_3: third,
      },
      journal,
      isUp: () => Promise.resolve(true),
    });
    onClose(() => balancer.stop());
    const postgres = new PatroniPostgres({ members, etcd, network, address, standbyAddress });
    await postgres.untilWhole();
    return postgres;
  }

  /** The member that Patroni calls the primary now. */
  findPrimary(): Promise<PatroniMember | undefined> {
    return this.#find('primary');
  }

  /** Both the database and its Patroni; they start again once there is another primary. */
  async killPrimary(): Promise<void> {
    const primary = await this.untilWhole();
    await primary.kill();
    this.#repairWith(async () => {
      await this.#untilReplaced(primary);
      primary.revive();
    });
  }

  /** The same two, until there is another primary: then they go on where they were. */
  async freezePrimary(): Promise<void> {
    const primary = await this.untilWhole();
    primary.freeze();
    this.#repairWith(async () => {
      await this.#untilReplaced(primary);
      primary.thaw();
    });
  }

  /** From etcd and all other members, until one of these is the primary. People still reach it. */
  async cutPrimaryOff(): Promise<void> {
    const primary = await this.untilWhole();
    const others = this.members.filter((member) => member !== primary);
    const hosts = [...this.network.etcdHosts, ...others.map(({ host }) => host)];
    this.network.cut(primary.index, hosts);
    this.#repairWith(async () => {
      await this.#untilReplaced(primary);
      this.network.heal(primary.index, hosts);
    });
  }

  /** From etcd alone, until its lease is over and it has gone on without one. */
  async cutEtcdOff(): Promise<void> {
    const primary = await this.untilWhole();
    const { etcdHosts } = this.network;
    const others = this.members.filter((member) => member !== primary);
    this.network.cut(primary.index, etcdHosts);
    this.#repairWith(async () => {
      await until(REPLACED_WITHIN_MS, `${primary.name} did not go on without etcd`, async () => {
        const isWithout = await primary.isWithoutEtcd();
        const leaders = await Promise.all(others.map((member) => member.hasLeader()));
        return isWithout && leaders.every((hasLeader) => !hasLeader) ? primary : undefined;
      });
      this.network.heal(primary.index, etcdHosts);
    });
  }

  /** The one that commits wait for; it starts again once they wait for the other one. */
  async killStandby(): Promise<void> {
    const standby = await this.#findSynchronous();
    await standby?.kill();
    this.#repairWith(async () => {
      await until(REPLACED_WITHIN_MS, 'commits wait for no standby', () => this.#findSynchronous());
      standby?.revive();
    });
  }

  /** The leader of the three, which starts again once there is another one. */
  async killEtcd(): Promise<void> {
    await this.untilWhole();
    const leader = await findEtcdLeader(this.network.etcdHosts);
    const killed = this.etcd[leader ?? 0];
    await killed?.kill();
    this.#repairWith(async () => {
      const others = this.network.etcdHosts.filter((_, index) => index !== leader);
      await until(REPLACED_WITHIN_MS, 'etcd has no leader', () => findEtcdLeader(others));
      killed?.revive();
    });
  }

  #repairWith(work: () => Promise<void>): void {
    this.#repair = work();
    // What fails is told by whoever waits for the whole.
    this.#repair.catch(() => undefined);
  }

  /** The standby that commits wait for. */
  #findSynchronous(): Promise<PatroniMember | undefined> {
    return this.#find('synchronous');
  }

  /** The first member whose Patroni answers this with yes. */
  async #find(question: string): Promise<PatroniMember | undefined> {
    const answers = await Promise.all(this.members.map((member) => member.is(question)));
    return this.members[answers.indexOf(true)];
  }

  /** @throws Error when no other member takes the place of this one in time */
  async #untilReplaced(former: PatroniMember): Promise<PatroniMember> {
    return until(REPLACED_WITHIN_MS, `${former.name} was not replaced`, async () => {
      const primary = await this.findPrimary();
      return primary === former ? undefined : primary;
    });
  }

  /** Resolves when there is a primary, all other members stream from it, and commits wait for one of them. */
  async untilWhole(): Promise<PatroniMember> {
    await this.#repair;
    return until(WHOLE_WITHIN_MS, 'the database is not whole', async () => {
      const primary = await this.findPrimary();
      if (!primary) return undefined;
      const others = this.members.filter((member) => member !== primary);
      const follow = await Promise.all(others.map((member) => member.follows(primary)));
      const wait = await Promise.all(others.map((member) => member.is('synchronous')));
      if (!follow.every(Boolean) || !wait.some(Boolean)) return undefined;
      return (await isEtcdWhole(this.network.etcdHosts)) ? primary : undefined;
    });
  }
}

async function stopAll(parts: readonly { stop(): Promise<void> }[]): Promise<void> {
  await Promise.all(parts.map((part) => part.stop()));
}
