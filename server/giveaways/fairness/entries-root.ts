import { and, asc, eq, gt } from 'drizzle-orm';

import { entryLeaf, type PublishedEntry } from '../../../contract/fairness/entries.ts';
import { GrowingMerkleTree } from '../../../contract/fairness/merkle.ts';
import type { Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import { readInBatches } from '../../lib/in-batches.ts';
import type { Secrets } from '../../config/secrets.ts';
import { decryptCode } from '../../vouchers/voucher-secrets.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

type Lottery = Pick<Voucher, 'id' | 'ulid'>;

/** Batches let the server answer other requests in between. */
export async function* readAllEntries(
  db: Db,
  secrets: Secrets,
  { id, ulid }: Lottery,
): AsyncGenerator<PublishedEntry> {
  const batches = readInBatches((after, limit) =>
    db
      .select({
        id: guesses.number,
        user_id: guesses.userId,
        encrypted: guesses.guessEncrypted,
        createdAt: guesses.createdAt,
      })
      .from(guesses)
      .where(and(eq(guesses.voucherId, id), gt(guesses.number, after)))
      .orderBy(asc(guesses.number))
      .limit(limit),
  );
  for await (const rows of batches)
    for (const { id: number, user_id, encrypted, createdAt } of rows)
      yield {
        number,
        user_id,
        guess_code: decryptCode(secrets, ulid, encrypted),
        created_at: createdAt.toISOString(),
      };
}

/** `tx` must hold the voucher's row lock, so that no entry is added. @returns hex */
export async function entriesRootOf(tx: Db, secrets: Secrets, lottery: Lottery): Promise<string> {
  const tree = new GrowingMerkleTree();
  for await (const entry of readAllEntries(tx, secrets, lottery))
    tree.add(entryLeaf(lottery.ulid, entry));
  return tree.hex();
}
