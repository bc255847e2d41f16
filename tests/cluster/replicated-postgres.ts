import { readFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import pg from 'pg';

import { PostgresCluster } from '../../scripts/lib/postgres-cluster.ts';
import { REPOSITORY_ROOT } from '../../scripts/lib/repository.ts';
import type { Journal } from '../chaos/journal.ts';

const LOOK_EVERY_MS = 500;
/** A primary that so often in a row does not answer in time is given up. */
const MISSES = 3;
const ANSWERS_WITHIN_MS = 2_000;
const TIMEOUT_MS = 30_000;
const DATABASE = 'goodies';
const LIMITS = path.join(REPOSITORY_ROOT, 'deploy/postgres/limits.sql');

const databaseOf = ({ url }: PostgresCluster): string => `${new URL(DATABASE, url)}`;

/** Runs one statement on a connection of its own. @throws Error when it is not answered in time */
async function ask(url: string, statement: string, withinMs = TIMEOUT_MS): Promise<unknown[]> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: withinMs,
    query_timeout: withinMs,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end().catch(() => undefined);
  }
}

/**
 * A primary whose every commit waits for a standby, and who watches both: a standby that ended is started again, a
 * primary that is gone is made sure to be gone, the standby takes its place, and a new one is built. In production
 * that is what Patroni or a managed database is for; here it is enough that one process sees both.
 */
export class ReplicatedPostgres {
  /** Told the port of the new primary after each failover. */
  onPromoted: (port: number) => void = () => undefined;
  readonly #programs: string;
  readonly #journal: Journal;
  #primary: PostgresCluster;
  #standby: PostgresCluster | undefined;
  #isStopping = false;
  #watching: Promise<void> = Promise.resolve();

  private constructor(programs: string, primary: PostgresCluster, journal: Journal) {
    this.#programs = programs;
    this.#primary = primary;
    this.#journal = journal;
  }

  static async start(programs: string, journal: Journal): Promise<ReplicatedPostgres> {
    const primary = await PostgresCluster.start(programs);
    const pair = new ReplicatedPostgres(programs, primary, journal);
    try {
      await ask(primary.url, `create database ${DATABASE}`);
      await ask(databaseOf(primary), readFileSync(LIMITS, 'utf8'));
      await pair.#addStandby();
    } catch (error) {
      await pair.stop();
      throw error;
    }
    pair.#watching = pair.#watch();
    return pair;
  }

  /** Where the primary listens on the loopback address. */
  get port(): number {
    return Number(new URL(this.#primary.url).port);
  }

  /** Kills the primary for good, once it has a standby. */
  async killPrimary(): Promise<void> {
    await this.#waitForStandby();
    await this.#primary.cut();
  }

  /** Kills the standby, once there is one; it is started again. */
  async killStandby(): Promise<void> {
    const standby = await this.#waitForStandby();
    await standby.cut();
  }

  async stop(): Promise<void> {
    this.#isStopping = true;
    await this.#watching;
    await this.#standby?.stop();
    await this.#primary.stop();
  }

  async #waitForStandby(): Promise<PostgresCluster> {
    for (;;) {
      if (this.#standby) return this.#standby;
      await delay(LOOK_EVERY_MS);
    }
  }

  async #watch(): Promise<void> {
    let misses = 0;
    while (!this.#isStopping) {
      await delay(LOOK_EVERY_MS);
      try {
        misses = (await this.#isPrimaryThere()) ? 0 : misses + 1;
        if (misses >= MISSES) await this.#failOver();
        else if (this.#standby) await this.#standby.start();
        else if (misses === 0) await this.#addStandby();
      } catch (error) {
        this.#journal.note('the watcher tries again', { error: String(error) });
      }
    }
  }

  #isPrimaryThere(): Promise<boolean> {
    return ask(this.#primary.url, 'select 1', ANSWERS_WITHIN_MS).then(
      () => true,
      () => false,
    );
  }

  async #failOver(): Promise<void> {
    const [old, next] = [this.#primary, this.#standby];
    // Two that take writes would each have what the other lacks.
    await old.cut();
    // Nobody else has what it had, so it has to come back itself.
    if (!next) return old.start();
    await next.start();
    await ask(next.url, 'select pg_promote()');
    this.#primary = next;
    this.#standby = undefined;
    this.onPromoted(this.port);
    this.#journal.note('the standby was promoted');
    await old.stop();
  }

  /** Copies the primary, and lets commits wait for the copy from then on. */
  async #addStandby(): Promise<void> {
    const standby = await PostgresCluster.start(this.#programs, { copyOf: this.#primary });
    const { url } = this.#primary;
    await ask(url, "alter system set synchronous_standby_names = 'standby'");
    await ask(url, 'select pg_reload_conf()');
    const inSync = "select 1 from pg_stat_replication where sync_state = 'sync'";
    const deadlineMs = performance.now() + TIMEOUT_MS;
    while ((await ask(url, inSync)).length === 0) {
      if (performance.now() > deadlineMs) throw new Error('no standby follows the primary');
      await delay(LOOK_EVERY_MS);
    }
    this.#standby = standby;
    this.#journal.note('a standby follows');
  }
}
