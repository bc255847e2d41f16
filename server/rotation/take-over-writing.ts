import { eq } from 'drizzle-orm';

import { dateOf } from '../clock.ts';
import { secretKeys } from '../db/schema/rotation.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { allNodesRead } from './node-name.ts';
import { lockKnownKeys, type KnownKey } from './known-keys.ts';

/** How far a rotation to this node's secret has come. */
export interface Progress {
  /** Since when its key writes; undefined while another one does. */
  readonly since: Date | undefined;
  /** Whether some rows may still need another key. */
  readonly isOpen: boolean;
}

/**
 * Lets the key of `GOODIES_SECRET` write, as soon as each node that is connected can read it; until then this
 * node writes with the key of before, so that nothing is written which a node cannot open. A key that was
 * retired never comes back, so that two nodes with the secrets the other way round do not take turns.
 */
export async function takeOverWriting(
  deps: Pick<Deps, 'db' | 'database' | 'clock' | 'secrets'>,
): Promise<Progress> {
  const { db, database, clock, secrets } = deps;
  const [mine] = secrets.keyIds;
  const known = await inTransaction(db, async (tx): Promise<readonly KnownKey[]> => {
    const found = await lockKnownKeys(tx);
    if (found.some(({ keyId }) => keyId === mine)) return found;
    if (database.engine === 'postgres' && !(await allNodesRead(tx, mine))) return found;
    await tx.update(secretKeys).set({ use: 'read' }).where(eq(secretKeys.use, 'writes'));
    await tx.insert(secretKeys).values({ keyId: mine, use: 'writes', since: dateOf(clock) });
    return tx.select().from(secretKeys);
  });
  const writing = known.find(({ use }) => use === 'writes');
  if (writing) secrets.writeWith(writing.keyId);
  return {
    since: writing?.keyId === mine ? writing.since : undefined,
    isOpen: known.some(({ use }) => use === 'read'),
  };
}
