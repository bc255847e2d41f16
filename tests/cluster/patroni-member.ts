import { chownSync, copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

import type { ClusterPrograms } from '../../scripts/lib/programs.ts';
import { familyOf, unprivilegedAccount } from '../../scripts/lib/postgres-cluster.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import type { Journal } from '../chaos/journal.ts';
import { answersOk } from './answers-ok.ts';
import { ask } from './ask-database.ts';
import { KeptProcess } from './kept-process.ts';
import type { Network } from './network.ts';

const SETTINGS = path.join(REPOSITORY_ROOT, 'deploy/patroni');
/** The same as in `deploy/patroni/haproxy.cfg` and `compose.yaml`. */
const [DATABASE_PORT, PATRONI_PORT] = [5432, 8008];
const DATABASE = 'goodies';
/** Everybody's: what is protected is on this machine for minutes. */
const PASSWORD = 'cluster';

interface Place {
  readonly programs: ClusterPrograms;
  readonly network: Network;
  readonly etcd: readonly string[];
  /** Of all members. */
  readonly folder: string;
  readonly journal: Journal;
}

/** Who connects to a database, by its host and port. */
export const databaseUrlOf = (address: string, user = 'goodies', database = DATABASE): string =>
  `postgres://${user}:${PASSWORD}@${address}/${database}`;

/** A PostgreSQL and the Patroni that starts it, with the settings of `deploy/`. */
export class PatroniMember {
  readonly index: number;
  readonly name: string;
  /** Of its database, host and port. */
  readonly address: string;
  readonly host: string;
  readonly #data: string;
  readonly #patroni: KeptProcess;

  private constructor(index: number, host: string, data: string, patroni: KeptProcess) {
    this.index = index;
    this.name = nameOf(index);
    this.host = host;
    this.address = `${host}:${DATABASE_PORT}`;
    this.#data = data;
    this.#patroni = patroni;
    process.once('exit', this.#killDatabase);
  }

  /** Resolves when its Patroni answers; its database takes longer. */
  static async start(index: number, place: Place): Promise<PatroniMember> {
    const { programs, network, journal } = place;
    const name = nameOf(index);
    const host = network.memberHosts[index] ?? '';
    const folder = path.join(place.folder, name);
    const account = unprivilegedAccount();
    mkdirSync(folder, { mode: 0o700 });
    for (const file of readdirSync(SETTINGS))
      copyFileSync(path.join(SETTINGS, file), path.join(folder, file));
    if (account) chownSync(folder, account.uid, account.gid);
    const command = [
      ...network.prefixOf(index),
      // To enter a network takes rights that PostgreSQL refuses to have.
      ...(account && network.canBeCut
        ? ['setpriv', `--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups']
        : []),
      programs.patroni,
      'patroni.yml',
    ];
    const options = {
      ...(network.canBeCut ? {} : account),
      cwd: folder,
      env: {
        ...process.env,
        ...envOf(name, host, place.etcd),
        HOME: folder,
        PATH: `${programs.postgres}:${process.env['PATH']}`,
        PATRONI_POSTGRESQL_BIN_DIR: programs.postgres,
        PATRONI_POSTGRESQL_DATA_DIR: path.join(folder, 'data'),
        PATRONI_POSTGRESQL_PGPASS: path.join(folder, 'pgpass'),
      },
    };
    const [program = '', ...args] = command;
    const isUp = (): Promise<boolean> => answersOk(`http://${host}:${PATRONI_PORT}/liveness`);
    const patroni = await KeptProcess.start({ program, args, options, journal, isUp });
    return new PatroniMember(index, host, path.join(folder, 'data'), patroni);
  }

  /** Whether Patroni answers this question with yes, such as `primary` or `replica`. */
  is(question: string): Promise<boolean> {
    return answersOk(`http://${this.host}:${PATRONI_PORT}/${question}`);
  }

  /** Whether it is the primary without a lease, because it reaches all other members. */
  async isWithoutEtcd(): Promise<boolean> {
    const { failsafe_mode_is_active: isActive } = await this.#read('patroni');
    return isActive === true;
  }

  /** Whether etcd names a primary, as this member reads there. */
  async hasLeader(): Promise<boolean> {
    const { members } = await this.#read('cluster');
    return (
      Array.isArray(members) && members.some(({ role }: { role: string }) => role === 'leader')
    );
  }

  /**
   * Whether it streams what this primary writes. A former primary runs as a standby for a moment, on the timeline that
   * has ended, before it is stopped and rewound.
   */
  async follows(primary: PatroniMember): Promise<boolean> {
    const { timeline } = await primary.#read('patroni');
    const url = databaseUrlOf(this.address, 'postgres', 'postgres');
    const statement = `select received_tli from pg_stat_wal_receiver where status = 'streaming'`;
    const [receiver] = await ask<{ received_tli: number }>(url, statement).catch(() => []);
    return receiver !== undefined && receiver.received_tli === timeline;
  }

  /** Kills database and Patroni as a power cut does; only `revive` starts them again. */
  async kill(): Promise<void> {
    await this.#patroni.kill();
    this.#killDatabase();
  }

  revive(): void {
    this.#patroni.revive();
  }

  freeze(): void {
    this.#patroni.signal('SIGSTOP');
    this.#signalDatabase('SIGSTOP');
  }

  thaw(): void {
    this.#signalDatabase('SIGCONT');
    this.#patroni.signal('SIGCONT');
  }

  async stop(): Promise<void> {
    process.off('exit', this.#killDatabase);
    await this.#patroni.stop();
    this.#killDatabase();
  }

  async #read(what: string): Promise<Record<string, unknown>> {
    const reply = await fetch(`http://${this.host}:${PATRONI_PORT}/${what}`);
    return (await reply.json()) as Record<string, unknown>;
  }

  #signalDatabase(signal: NodeJS.Signals): void {
    const file = path.join(this.#data, 'postmaster.pid');
    const postmaster = existsSync(file) ? Number(readFileSync(file, 'utf8').split('\n')[0]) : 0;
    // The number may be that of another process by now.
    const isOurs = postmaster > 0 && commandOf(postmaster).includes(this.#data);
    if (!isOurs) return;
    for (const pid of familyOf(postmaster))
      try {
        process.kill(pid, signal);
      } catch (error) {
        // A process that has just ended needs no signal.
        if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
      }
  }

  readonly #killDatabase = (): void => this.#signalDatabase('SIGKILL');
}

const nameOf = (index: number): string => `member-${index + 1}`;

function commandOf(pid: number): string {
  const file = `/proc/${pid}/cmdline`;
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}

/** What differs between members, and passwords. */
const envOf = (name: string, host: string, etcd: readonly string[]): Record<string, string> => ({
  PATRONI_NAME: name,
  PATRONI_ETCD_HOSTS: etcd.join(','),
  PATRONI_RESTAPI_LISTEN: `${host}:${PATRONI_PORT}`,
  PATRONI_RESTAPI_CONNECT_ADDRESS: `${host}:${PATRONI_PORT}`,
  PATRONI_POSTGRESQL_LISTEN: `${host}:${DATABASE_PORT}`,
  PATRONI_POSTGRESQL_CONNECT_ADDRESS: `${host}:${DATABASE_PORT}`,
  PATRONI_SUPERUSER_USERNAME: 'postgres',
  PATRONI_SUPERUSER_PASSWORD: PASSWORD,
  PATRONI_REPLICATION_USERNAME: 'replicator',
  PATRONI_REPLICATION_PASSWORD: PASSWORD,
  GOODIES_PASSWORD: PASSWORD,
});
