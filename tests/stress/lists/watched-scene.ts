import { drizzle } from 'drizzle-orm/node-postgres';
import pg from 'pg';

import type { Db } from '../../../server/db/database.ts';
import { openScene, type Scene } from '../scene.ts';

interface Statement {
  readonly query: string;
  readonly params: unknown[];
}

/** A scene, and a way to its database that tells what was sent on it. */
export interface WatchedScene {
  readonly scene: Scene;
  /** What it is asked is not told. */
  readonly pool: pg.Pool;
  readonly db: Db;
  /** What a call sends to `db`, in order. */
  readonly sentBy: (call: () => Promise<unknown>) => Promise<readonly Statement[]>;
  readonly close: () => Promise<void>;
}

export async function openWatchedScene(): Promise<WatchedScene> {
  const scene = await openScene();
  const pool = new pg.Pool({ connectionString: scene.env['DATABASE_URL'] });
  const sent: Statement[] = [];
  const logQuery = (query: string, params: unknown[]): void => void sent.push({ query, params });
  return {
    scene,
    pool,
    db: drizzle(pool, { logger: { logQuery } }),
    async sentBy(call) {
      sent.length = 0;
      await call();
      return [...sent];
    },
    async close() {
      await pool.end();
      await scene.close();
    },
  };
}
