import type { Socket } from 'node:net';
import { afterAll, beforeAll, expect } from 'vitest';

import { wrapPostgres, type Database } from '../../server/db/database.ts';
import { RecoveringPool, wrapQuery } from '../../server/db/recovering-pool.ts';
import type { Deps } from '../../server/deps.ts';
import { outcomeOf } from './payment-voucher-scene.ts';
import type { Scene } from './scene.ts';

/** A PostgreSQL database whose connection breaks at a statement that a test chooses. */
export interface MortalDatabase extends Database {
  /**
   * Notes statements from here on, and breaks the connection that is to send the n-th of them, from 1.
   * @param whole also those that send what comes after it, as of a process that is gone
   */
  dieAt(n: number, whole?: 'whole'): void;
  /** Lets every statement through again. @returns what was sent since `dieAt`, in order */
  live(): readonly string[];
}

const MAX_CONNECTIONS = 4;
/** A place that a broken connection keeps would make the next statement wait: it fails the test instead. */
const CONNECT_TIMEOUT_MS = 5_000;

/**
 * Opens a database whose connections die when they are told to: the socket is gone before the chosen statement
 * leaves, as when a server process is killed or a cable is pulled between two statements.
 */
export function openMortalPostgres(url: string): MortalDatabase {
  const pool = new RecoveringPool({
    connectionString: url,
    max: MAX_CONNECTIONS,
    pipeline: true,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
  });
  let sent: string[] = [];
  let deadly = Number.POSITIVE_INFINITY;
  let isWhole = false;
  pool.on('connect', (client) => {
    const { stream } = (client as unknown as { connection: { stream: Socket } }).connection;
    wrapQuery(client, (query) => (...args) => {
      const [statement] = args as [string | { text: string }];
      sent.push(typeof statement === 'string' ? statement : statement.text);
      if (sent.length === deadly || (isWhole && sent.length > deadly)) stream.destroy();
      return query(...args);
    });
  });
  return {
    ...wrapPostgres(pool),
    dieAt(n, whole) {
      sent = [];
      deadly = n;
      isWhole = whole !== undefined;
    },
    live() {
      deadly = Number.POSITIVE_INFINITY;
      return sent;
    },
  };
}

/** One of the moments at which a connection can break. */
export interface Death {
  /** The statement that is never sent, from 1; the last one is past them all: only the answer is lost. */
  readonly n: number;
  readonly what: string;
  readonly isCommitted: boolean;
  readonly isWholeSent: boolean;
  /** Does something on connections of which one breaks at this moment. @returns what became of it */
  readonly meet: (run: (dying: Deps) => Promise<unknown>) => Promise<string>;
}

/**
 * The parts of a scene on connections that die; everything else is done on others.
 * @returns runs something once to see its statements, and then `play` for each moment at which it can break
 */
export function setUpDeaths(scene: Pick<Scene, 'deps' | 'env'>) {
  let opened: MortalDatabase | undefined;
  beforeAll(() => {
    opened = openMortalPostgres(scene.env['DATABASE_URL'] ?? '');
  });
  afterAll(() => opened?.close());
  return async (
    run: (dying: Deps) => Promise<unknown>,
    play: (death: Death, dying: Deps) => Promise<void>,
    whole?: 'whole',
  ): Promise<void> => {
    if (!opened) throw new Error('connections open with the first test');
    const mortal = opened;
    const dying = { ...scene.deps, db: mortal.db, database: mortal };
    mortal.dieAt(Number.POSITIVE_INFINITY);
    await run(dying);
    const statements = mortal.live();
    const commit = statements.indexOf('commit') + 1;
    expect(commit).toBeGreaterThan(6);
    for (let n = 1; n <= statements.length + 1; n += 1) {
      const death: Death = {
        n,
        what: `before statement ${n}: ${statements[n - 1] ?? 'none'}`,
        isCommitted: n > commit,
        isWholeSent: n > statements.length,
        meet: async (work) => {
          mortal.dieAt(n, whole);
          const outcome = await outcomeOf(work(dying));
          mortal.live();
          return outcome;
        },
      };
      await play(death, dying);
    }
  };
}
