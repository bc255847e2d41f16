import { setTimeout as delay } from 'node:timers/promises';

import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import pg from 'pg';

const MAX_CONNECTIONS = 4;
const ANSWERS_WITHIN_MS = 2_000;
/** A standby that commits wait for is behind by milliseconds. */
const CAUGHT_UP_WITHIN_MS = 1_000;
const POLL_MS = 20;
/** After a failover no connection may stay with a server that has become the primary. */
const MAX_LIFETIME_SECONDS = 5 * 60;

/** A copy of the database, for reads that take long. It has no timeouts, because nobody waits for its locks. */
export class Standby {
  readonly #pool: pg.Pool;
  readonly #db: NodePgDatabase;

  constructor(url: string) {
    this.#pool = new pg.Pool({
      connectionString: url,
      max: MAX_CONNECTIONS,
      connectionTimeoutMillis: ANSWERS_WITHIN_MS,
      keepAlive: true,
      maxLifetimeSeconds: MAX_LIFETIME_SECONDS,
    });
    // Without a listener, a connection that dies while idle would end the process.
    this.#pool.on('error', () => undefined);
    this.#db = drizzle(this.#pool);
  }

  /**
   * @param lsn a place in the primary's log
   * @returns the standby, which has all up to there; undefined where it is away, behind, or the primary by now
   */
  async upTo(lsn: string): Promise<NodePgDatabase | undefined> {
    const text = `select pg_is_in_recovery() and pg_last_wal_replay_lsn() >= $1::pg_lsn as "isThere"`;
    const untilMs = performance.now() + CAUGHT_UP_WITHIN_MS;
    try {
      while (performance.now() < untilMs) {
        const asked = { text, values: [lsn], query_timeout: ANSWERS_WITHIN_MS };
        const { rows } = await this.#pool.query<{ isThere: boolean }>(asked);
        if (rows[0]?.isThere) return this.#db;
        await delay(POLL_MS);
      }
    } catch {
      // The primary has the same, and says it if the database as a whole is away.
    }
    return undefined;
  }

  close(): Promise<void> {
    return this.#pool.end();
  }
}
