import { inArray, sql } from 'drizzle-orm';

import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import type { CoverStore } from '../../media/cover-store.ts';
import { createProcessors, NO_GATEWAYS } from '../../payments/processors.ts';
import { DEMO_ACCOUNTS, seedPeople } from './seed-people.ts';
import { DEMO_GIVEAWAYS } from './demo-giveaways.ts';
import { seedGiveaway } from './seed-giveaway.ts';

/** Nodes that start together seed once. */
const SEED_LOCK = 7_064_227;

/**
 * Seeds an empty database through the use cases, so that the books balance, in one transaction.
 * Call it after `jobs.start`.
 * @returns whether anything was seeded
 */
export async function seedDemo(deps: Deps): Promise<boolean> {
  const covers = trackPaths(deps.covers);
  try {
    // Another node's seeding may take longer than the lock timeout.
    return await deps.database.unhurried((db) =>
      inTransaction(db, async (tx) => {
        await tx.execute(sql`select pg_advisory_xact_lock(${SEED_LOCK})`);
        const [existing] = await tx.select({ id: users.id }).from(users).limit(1);
        if (existing) return false;
        // Even with real gateways configured, demo payments use the sandbox.
        const config = { ...deps.config, gateways: NO_GATEWAYS };
        const processors = createProcessors({ ...deps, config, db: tx });
        const demo = { ...deps, db: tx, covers, processors };
        const nowMs = deps.clock.now();
        const people = await seedPeople(demo, nowMs);
        for (const giveaway of DEMO_GIVEAWAYS) await seedGiveaway(demo, giveaway, people, nowMs);
        return true;
      }),
    );
  } catch (error) {
    await deps.covers.remove(covers.paths);
    throw error;
  }
}

/** Demo addresses that exist; a database that had users before has none. */
export async function listDemoLogins(db: Db): Promise<string[]> {
  const found = await db
    .select({ email: users.email })
    .from(users)
    .where(inArray(users.email, [...DEMO_ACCOUNTS]));
  return DEMO_ACCOUNTS.filter((login) => found.some(({ email }) => email === login));
}

/** Notes stored files, so that a failed transaction can remove them. */
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
