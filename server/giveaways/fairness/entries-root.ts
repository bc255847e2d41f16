import { and, asc, eq, gt } from 'drizzle-orm';

import { EntriesRoot, type PublishedEntry } from '../../../contract/fairness/entries.ts';
import type { Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/giveaways.ts';
import type { Secrets } from '../../config/secrets.ts';
import { decryptCode } from '../../vouchers/voucher-secrets.ts';
import type { Voucher } from '../../vouchers/voucher-row.ts';

export const GUESSES_CHUNK_ROWS = 500;

type Lottery = Pick<Voucher, 'id' | 'ulid'>;

/** Batches let the server answer other requests in between. */
export async function* readAllEntries(
  db: Db,
  secrets: Secrets,
  { id, ulid }: Lottery,
): AsyncGenerator<PublishedEntry> {
  let rows: Awaited<ReturnType<typeof readEntries>>;
  let after = 0;
  do {
    rows = await readEntries(db, id, after);
    for (const { sealed, createdAt, ...entry } of rows)
      yield {
        ...entry,
        guess_code: decryptCode(secrets, ulid, sealed),
        created_at: createdAt.toISOString(),
      };
    after = rows.at(-1)?.number ?? after;
  } while (rows.length === GUESSES_CHUNK_ROWS);
}

/** `tx` must hold the voucher's row lock, so that no entry is added. @returns hex */
export async function entriesRootOf(tx: Db, secrets: Secrets, lottery: Lottery): Promise<string> {
  const root = new EntriesRoot(lottery.ulid);
  for await (const entry of readAllEntries(tx, secrets, lottery)) root.add(entry);
  return root.hex();
}

const readEntries = (tx: Db, voucherId: number, after: number) =>
  tx
    .select({
      number: guesses.number,
      user_id: guesses.userId,
      sealed: guesses.guessEncrypted,
      createdAt: guesses.createdAt,
    })
    .from(guesses)
    .where(and(eq(guesses.voucherId, voucherId), gt(guesses.number, after)))
    .orderBy(asc(guesses.number))
    .limit(GUESSES_CHUNK_ROWS);
