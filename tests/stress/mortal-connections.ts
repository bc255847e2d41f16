import type { Socket } from 'node:net';

import { wrapPostgres, type Database } from '../../server/db/database.ts';
import { RecoveringPool, wrapQuery } from '../../server/db/recovering-pool.ts';

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
