import pg from 'pg';
import { createHash } from 'node:crypto';
import type { Socket } from 'node:net';

import { BusyError, createSemaphore, type Semaphore } from './semaphore.ts';

export type Query = (...args: unknown[]) => unknown;

export function wrapQuery(client: pg.ClientBase, wrap: (query: Query) => Query): void {
  client.query = wrap(client.query.bind(client) as Query) as typeof client.query;
}

/** A text sent this often is a fixed statement of the server. */
const REPEATED_FROM = 3;
/** Each connection stores a plan for each name, so their number is limited. */
const REPEATED_MAX = 1_000;

const repeated = new Map<string, number | string>();

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

export function prepareRepeated(client: pg.ClientBase): void {
  wrapQuery(client, (query) => (...args) => {
    const [statement, values] = args as [pg.QueryConfig | string | undefined, unknown];
    if (typeof statement !== 'object' || statement.name !== undefined) return query(...args);
    if (!Array.isArray(values) || values.length === 0) return query(...args);
    const name = nameOf(statement.text);
    return name === undefined ? query(...args) : query({ ...statement, name }, ...args.slice(1));
  });
}

/** Behind a pooler by transaction the next statement may be sent to a server that knows none of the names. */
export function dropNames(client: pg.ClientBase): void {
  wrapQuery(client, (query) => (...args) => {
    const [statement] = args as [pg.QueryConfig | string | undefined];
    if (typeof statement !== 'object' || statement.name === undefined) return query(...args);
    const { name: _, ...unnamed } = statement;
    return query(unnamed, ...args.slice(1));
  });
}

/** Statements sent in a row share one write, because a write costs as much as a statement. */
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

const BEGIN = /^begin( |$)/;

/** BEGIN travels with the next statement, and a connection on which it failed is closed. */
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

const TRANSACTIONS_PER_TEN = 7;
const DEFAULT_MAX = 10;
/** Limits for each connection, beyond which a waiting caller would time out before it is served. */
const STATEMENTS_WAITING = 30;
const TRANSACTIONS_WAITING = 15;

export interface PoolFigures {
  readonly inUse: number;
  readonly idle: number;
  readonly statementsWaiting: number;
  readonly transactionsWaiting: number;
  readonly statementWaitMs: number;
  readonly transactionWaitMs: number;
  readonly statementsRefused: number;
  readonly transactionsRefused: number;
}

/** Closes connections that break in use, return inside a transaction or reach a read-only server. */
export class RecoveringPool extends pg.Pool {
  readonly #transactions: Semaphore;
  readonly #maxWaiting: number;
  readonly #statementRow = new Set<Since>();
  readonly #transactionRow = new Set<Since>();
  readonly #heardAtMs = new WeakMap<pg.PoolClient, number>();
  #silentAtMs = Number.NEGATIVE_INFINITY;
  #statementsRefused = 0;
  #transactionsRefused = 0;

  /** @param hasSessions whether what is prepared on a connection is there for its next statement */
  constructor(options: pg.PoolConfig, { hasSessions = true } = {}) {
    super(options);
    const { max = DEFAULT_MAX, connectionTimeoutMillis: timeoutMs } = options;
    this.#maxWaiting = max * STATEMENTS_WAITING;
    this.#transactions = createSemaphore({
      places: Math.ceil((max * TRANSACTIONS_PER_TEN) / 10),
      maxWaiting: max * TRANSACTIONS_WAITING,
      timeoutMs,
    });
    this.on('connect', (client) => {
      // Without its own listener, an error between the pool's and the user's listener ends the process.
      client.on('error', () => undefined);
      giveUpWhenUseless(client, () => (this.#silentAtMs = performance.now()));
      if (hasSessions) prepareRepeated(client);
      else dropNames(client);
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
    const leaveRow = enterRow(this.#statementRow);
    this.#connectLive((error, client, release) => {
      leaveRow();
      callback(error, client, release);
    });
  }

  /** When one connection fell silent, those not heard of since are probably dead and are closed. */
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

/** A read-only server stays read-only, and prepared statements fail after a column changed. */
const useless = new WeakSet<pg.ClientBase>();
const USELESS = new Set(['25006', '0A000']);

interface Since {
  readonly sinceMs: number;
}

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

const READ_TIMEOUT = 'Query read timeout';
const isSilence = (error: unknown): boolean =>
  error instanceof Error && error.message === READ_TIMEOUT;

/** A ROLLBACK on a silent connection would only wait for another timeout. */
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
