import type { Socket } from 'node:net';

import pg from 'pg';

import { createSemaphore, type Semaphore } from '../lib/semaphore.ts';

type Connected = Parameters<pg.Pool['connect']>[0];

/** Of ten connections, how many transactions may hold at once: the others stay free for single statements. */
const TRANSACTIONS_PER_TEN = 7;
const DEFAULT_MAX = 10;

/**
 * A pool that gives a connection up when it breaks while it is in use, comes back in the middle of a transaction,
 * or leads to a server that takes no writes. The query builder never returns one that breaks at BEGIN, so that
 * each of them would cost a place in the pool for good; a connection that breaks while no statement runs on it
 * would end the process; and one whose ROLLBACK failed would answer everybody else with an error.
 *
 * Transactions wait for each other's locks, so they get a share of the connections only: reads are single
 * statements, and stay quick while a crowd queues for one row.
 */
export class RecoveringPool extends pg.Pool {
  readonly #transactions: Semaphore;

  constructor(options: pg.PoolConfig) {
    super(options);
    this.#transactions = createSemaphore(
      Math.ceil(((options.max ?? DEFAULT_MAX) * TRANSACTIONS_PER_TEN) / 10),
      options.connectionTimeoutMillis,
    );
    this.on('connect', (client) => {
      // A statement on it fails by itself. Without a listener of its own, what arrives between two that listen
      // (the pool, and who takes it) ends the process.
      client.on('error', () => undefined);
      giveUpWhenUseless(client);
      sendTogether(client);
      sendBeginAlong(client);
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    // Single statements: the pool itself looks after these.
    if (callback) return super.connect(callback);
    return this.#connectInTurn();
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    const endTurn = await this.#transactions.acquire();
    try {
      return takeBackWhenBroken(await super.connect(), endTurn);
    } catch (error) {
      endTurn();
      throw error;
    }
  }
}

/** Connections to a server that took no write: after a failover that is the old one, and stays so. */
const readOnly = new WeakSet<pg.ClientBase>();
const READ_ONLY = '25006';

function takeBackWhenBroken(client: pg.PoolClient, released: () => void): pg.PoolClient {
  const release = client.release.bind(client);
  let isReleased = false;
  const releaseOnce: typeof client.release = (broken) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', onEnd);
    release(broken ?? (client.getTransactionStatus() !== 'I' || readOnly.has(client)));
    released();
  };
  const onEnd = (): void => releaseOnce(true);
  client.on('end', onEnd);
  client.release = releaseOnce;
  return client;
}

type Query = (...args: unknown[]) => unknown;

/** As the query builder writes it. */
const BEGIN = /^begin( |$)/;

/** The driver's words when it has waited `query_timeout` for an answer. */
const READ_TIMEOUT = 'Query read timeout';

/**
 * Nothing that follows on a silent connection will be answered either: a ROLLBACK does not wait for it. One that
 * is read-only is not used again.
 */
function giveUpWhenUseless(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const queryOrGiveUp: Query = (...args) => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && error.code === READ_ONLY) readOnly.add(client);
        if (error instanceof Error && error.message === READ_TIMEOUT)
          void (client as unknown as pg.Client).end();
      });
    }
    return result;
  };
  client.query = queryOrGiveUp as typeof client.query;
}

/** What is sent while the event loop has other things to do leaves in one write, which costs as much as a statement. */
function sendTogether(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } })
    .connection;
  let isHeld = false;
  const queryInTurn: Query = (...args) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      setImmediate(() => {
        isHeld = false;
        stream.uncork();
      });
    }
    return query(...args);
  };
  client.query = queryInTurn as typeof client.query;
}

/**
 * BEGIN is not waited for, so that it travels with the statement that follows. A connection on which it failed takes
 * no further one.
 */
function sendBeginAlong(client: pg.PoolClient): void {
  const query = client.query.bind(client) as Query;
  const queryOrBegin: Query = (...args) => {
    const result = query(...args);
    const [{ text }] = args as [{ readonly text?: string }];
    if (!(result instanceof Promise) || text === undefined || !BEGIN.test(text)) return result;
    result.catch(() => void (client as unknown as pg.Client).end());
    return Promise.resolve({ rows: [], rowCount: null });
  };
  client.query = queryOrBegin as typeof client.query;
}
