import { inArray, sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CoverStore } from '../../media/cover-store.ts';
import { createProcessors, NO_GATEWAYS } from '../../payments/processors.ts';
import { DEMO_ACCOUNTS } from './demo-accounts.ts';
import { DEMO_GIVEAWAYS } from './demo-giveaways.ts';
import { plantGiveaway } from './plant-giveaway.ts';
import { plantPeople } from './plant-people.ts';

/** Nodes that start together on one database plant once. */
const SEED_LOCK = 7_064_227;

/**
 * Plants people, wallets, giveaways and some history into a database without users, through the same use
 * cases that people go through, so the books are clean. One transaction: a start that is killed in the
 * middle leaves nothing, and the next one plants. After `jobs.start`, since giveaways plan jobs.
 * @returns whether anything was planted.
 */
export async function seedDemo(deps: Deps): Promise<boolean> {
  const covers = trackPaths(deps.covers);
  try {
    // Another node's planting may take longer than others wait for a lock.
    return await deps.database.unhurried((db) =>
      inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
        const [existing] = await tx.select({ id: users.id }).from(users).limit(1);
        if (existing) return false;
        // Demo money is play money, whatever accounts there are.
        const config = { ...deps.config, gateways: NO_GATEWAYS };
        const processors = createProcessors({ ...deps, config, db: tx });
        await plant({ ...deps, db: tx, covers, processors }, deps.clock.now());
        return true;
      }),
    );
  } catch (error) {
    await deps.covers.remove(covers.paths);
    throw error;
  }
}

/** The addresses to sign in with that are there: a database that had users before the demo has none of them. */
export async function listDemoLogins(db: Db): Promise<string[]> {
  const found = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, [...DEMO_ACCOUNTS]));
  return DEMO_ACCOUNTS.filter((login) => found.some(({ email }) => email === login));
}

/** Everything, with the transaction as `deps.db`. */
async function plant(deps: Deps, nowMs: number): Promise<void> {
  const people = await plantPeople(deps, nowMs);
  for (const giveaway of DEMO_GIVEAWAYS) await plantGiveaway(deps, giveaway, people, nowMs);
}

/** Files know no transaction: what was stored is noted, so that a failure can take it back. */
function trackPaths(covers: CoverStore): CoverStore & { readonly paths: readonly string[] } {
  const paths: string[] = [];
  return {
    ...covers,
    paths,
    put(path, bytes) {
      paths.push(path);
      return covers.put(path, bytes);
    },
  };
}
