import pg from 'pg';
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';

import { BusyError, createSemaphore, type Semaphore } from './semaphore.ts';

export type Query = (...args: unknown[]) => unknown;

/** Replaces the method by which a connection asks. Everything below depends on the insides of `pg`. */
export function wrapQuery(client: pg.ClientBase, wrap: (query: Query) => Query): void {
  client.query = wrap(client.query.bind(client) as Query) as typeof client.query;
}

/** A text sent this often is a statement of the server, not one composed for a call. */
const REPEATED_FROM = 3;
/** Several times what the server's code has; a connection of the database keeps the plan of each. */
const REPEATED_MAX = 1_000;

/** How often a text was sent, or the name that it has since. */
const repeated = new Map<string, number | string>();

/** @returns undefined for a text that is not repeated */
function nameOf(text: string): string | undefined {
  const known = repeated.get(text) ?? 0;
  if (typeof known === 'string') return known;
  if (known === 0 && repeated.size >= REPEATED_MAX) return undefined;
  const name =
    known + 1 < REPEATED_FROM
      ? undefined
      : createHash('sha256').update(text).digest('base64url').slice(0, 22);
  repeated.set(text, name ?? known + 1);
  return name;
}

/**
 * Has a connection prepare each statement with values that is sent again and again: the database parses it once, and
 * plans it anew only while that makes a cheaper plan (`plan_cache_mode`).
 */
export function prepareRepeated(client: pg.ClientBase): void {
  wrapQuery(client, (query) => (...args) => {
    const [statement, values] = args as [pg.QueryConfig | string | undefined, unknown];
    if (typeof statement !== 'object' || statement.name !== undefined) return query(...args);
    if (!Array.isArray(values) || values.length === 0) return query(...args);
    const name = nameOf(statement.text);
    return name === undefined ? query(...args) : query({ ...statement, name }, ...args.slice(1));
  });
}

/** What is sent while the event loop has other things to do leaves in one write, which costs as much as a statement. */
function sendTogether(client: pg.PoolClient): void {
  const { stream } = (client as unknown as { readonly connection: { readonly stream: Socket } })
    .connection;
  let isHeld = false;
  wrapQuery(client, (query) => (...args) => {
    if (!isHeld) {
      isHeld = true;
      stream.cork();
      setImmediate(() => {
        isHeld = false;
        stream.uncork();
      });
    }
    return query(...args);
  });
}

/** As the query builder writes it. */
const BEGIN = /^begin( |$)/;

/**
 * BEGIN is not waited for, so that it travels with the statement that follows. A connection on which it failed takes
 * no further one.
 */
function sendBeginAlong(client: pg.PoolClient): void {
  wrapQuery(client, (query) => (...args) => {
    const result = query(...args);
    const [{ text }] = args as [{ readonly text?: string }];
    if (!(result instanceof Promise) || text === undefined || !BEGIN.test(text)) return result;
    result.catch(() => void (client as unknown as pg.Client).end());
    return Promise.resolve({ rows: [], rowCount: null });
  });
}

type Connected = Parameters<pg.Pool['connect']>[0];

/** Of ten connections, how many transactions may hold at once: the others stay free for single statements. */
const TRANSACTIONS_PER_TEN = 7;
const DEFAULT_MAX = 10;
/**
 * For each connection, how many statements may wait for one, and transactions for their turn: more than the doors of a
 * node let in as long as each asks one thing at a time. Past it, one that waits would give up before it is served.
 */
const STATEMENTS_WAITING = 30;
const TRANSACTIONS_WAITING = 15;

/** How a pool is used at a moment. */
export interface PoolFigures {
  readonly inUse: number;
  readonly idle: number;
  /** Who waits for a connection, and who for the turn of a transaction. */
  readonly statementsWaiting: number;
  readonly transactionsWaiting: number;
  /** How long the first of each has waited; 0 where none waits. */
  readonly statementWaitMs: number;
  readonly transactionWaitMs: number;
  /** How many statements and transactions were refused so far, for want of room. */
  readonly statementsRefused: number;
  readonly transactionsRefused: number;
}

/**
 * A pool that gives a connection up when it breaks while it is in use, comes back in the middle of a transaction,
 * or leads to a server that takes no writes. The query builder never returns one that breaks at BEGIN, so that
 * each of them would cost a place in the pool for good; a connection that breaks while no statement runs on it
 * would end the process; and one whose ROLLBACK failed would answer everybody else with an error.
 *
 * Transactions wait for each other's locks, so they get a share of the connections only: reads are single
 * statements, and stay quick while a crowd queues for one row. Both rows of who waits have an end: past it they are
 * refused at once, with a `BusyError`.
 */
export class RecoveringPool extends pg.Pool {
  readonly #transactions: Semaphore;
  readonly #maxWaiting: number;
  /** When each of those who wait began to, the first one first. */
  readonly #statementRow = new Set<Since>();
  readonly #transactionRow = new Set<Since>();
  /** When each connection was last heard of, and when one was found to have fallen silent. */
  readonly #heardAtMs = new WeakMap<pg.PoolClient, number>();
  #silentAtMs = Number.NEGATIVE_INFINITY;
  #statementsRefused = 0;
  #transactionsRefused = 0;

  constructor(options: pg.PoolConfig) {
    super(options);
    const { max = DEFAULT_MAX, connectionTimeoutMillis: timeoutMs } = options;
    this.#maxWaiting = max * STATEMENTS_WAITING;
    this.#transactions = createSemaphore({
      places: Math.ceil((max * TRANSACTIONS_PER_TEN) / 10),
      maxWaiting: max * TRANSACTIONS_WAITING,
      timeoutMs,
    });
    this.on('connect', (client) => {
      // A statement on it fails by itself. Without a listener of its own, what arrives between two that listen
      // (the pool, and who takes it) ends the process.
      client.on('error', () => undefined);
      giveUpWhenUseless(client, () => (this.#silentAtMs = performance.now()));
      prepareRepeated(client);
      sendTogether(client);
      sendBeginAlong(client);
      this.#heardAtMs.set(client, performance.now());
    });
    this.on('release', (error: unknown, client) => {
      if (isSilence(error)) this.#silentAtMs = performance.now();
      else this.#heardAtMs.set(client, performance.now());
    });
  }

  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    if (!callback) return this.#connectInTurn();
    if (this.waitingCount >= this.#maxWaiting) {
      this.#statementsRefused += 1;
      return callback(new BusyError('too many wait for a connection'), undefined, () => undefined);
    }
    // Single statements: the pool itself looks after these.
    const leaveRow = enterRow(this.#statementRow);
    this.#connectLive((error, client, release) => {
      leaveRow();
      callback(error, client, release);
    });
  }

  /** What took the answer of one connection has most likely taken those of all: who was not heard of since goes. */
  #connectLive(callback: Connected): void {
    super.connect((error, client, release) => {
      if (!client || (this.#heardAtMs.get(client) ?? 0) >= this.#silentAtMs)
        return callback(error, client, release);
      release(true);
      this.#connectLive(callback);
    });
  }

  get figures(): PoolFigures {
    return {
      inUse: this.totalCount - this.idleCount,
      idle: this.idleCount,
      statementsWaiting: this.waitingCount,
      transactionsWaiting: this.#transactions.waiting,
      statementWaitMs: longestWaitMs(this.#statementRow),
      transactionWaitMs: longestWaitMs(this.#transactionRow),
      statementsRefused: this.#statementsRefused,
      transactionsRefused: this.#transactionsRefused,
    };
  }

  async #connectInTurn(): Promise<pg.PoolClient> {
    const leaveRow = enterRow(this.#transactionRow);
    try {
      const endTurn = await this.#transactions.acquire().catch((error: unknown) => {
        this.#transactionsRefused += 1;
        throw error;
      });
      try {
        const client = await new Promise<pg.PoolClient>((resolve, reject) => {
          this.#connectLive((error, taken) => (taken ? resolve(taken) : reject(error)));
        });
        return takeBackWhenBroken(client, endTurn);
      } catch (error) {
        endTurn();
        throw error;
      }
    } finally {
      leaveRow();
    }
  }
}

/**
 * Connections that go on failing: to a server that took no write, which after a failover is the old one and stays so;
 * or with statements that were prepared before a column changed.
 */
const useless = new WeakSet<pg.ClientBase>();
const USELESS = new Set(['25006', '0A000']);

interface Since {
  readonly sinceMs: number;
}

/** @returns what leaves the row again */
function enterRow(row: Set<Since>): () => void {
  const mine = { sinceMs: performance.now() };
  row.add(mine);
  return () => row.delete(mine);
}

function longestWaitMs(row: ReadonlySet<Since>): number {
  const [first] = row;
  return first ? performance.now() - first.sinceMs : 0;
}

function takeBackWhenBroken(client: pg.PoolClient, released: () => void): pg.PoolClient {
  const release = client.release.bind(client);
  let isReleased = false;
  const releaseOnce: typeof client.release = (broken) => {
    if (isReleased) return;
    isReleased = true;
    client.off('end', onEnd);
    release(broken ?? (client.getTransactionStatus() !== 'I' || useless.has(client)));
    released();
  };
  const onEnd = (): void => releaseOnce(true);
  client.on('end', onEnd);
  client.release = releaseOnce;
  return client;
}

/** The driver's words when it has waited `query_timeout` for an answer. */
const READ_TIMEOUT = 'Query read timeout';
const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === READ_TIMEOUT;

/**
 * Nothing that follows on a silent connection will be answered either: a ROLLBACK does not wait for it. One that
 * is read-only is not used again.
 */
function giveUpWhenUseless(client: pg.PoolClient, noteSilence: () => void): void {
  wrapQuery(client, (query) => (...args) => {
    const result = query(...args);
    if (result instanceof Promise) {
      result.catch((error: unknown) => {
        if (error instanceof pg.DatabaseError && USELESS.has(error.code ?? '')) useless.add(client);
        if (!isSilence(error)) return;
        noteSilence();
        void (client as unknown as pg.Client).end();
      });
    }
    return result;
  });
}
