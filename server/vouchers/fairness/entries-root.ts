import { asc, eq } from 'drizzle-orm';

import { entriesRoot } from '../../../contract/fairness/entries.ts';
import type { Db } from '../../db/database.ts';
import { guesses } from '../../db/schema/vouchers.ts';
import type { Secrets } from '../../secrets.ts';
import { openCode } from './voucher-secrets.ts';

/**
 * The root that fixes a lottery's entries, in the order of their numbers.
 * @param tx a transaction that holds the voucher's row, so that no entry comes in between
 * @returns hex
 */
export async function entriesRootOf(
  tx: Db,
  secrets: Secrets,
  { id, ulid }: { readonly id: number; readonly ulid: string },
): Promise<string> {
  const rows = await tx
    .select({
      number: guesses.number,
      user_id: guesses.userId,
      sealed: guesses.guessEncrypted,
      createdAt: guesses.createdAt,
    })
    .from(guesses)
    .where(eq(guesses.voucherId, id))
    .orderBy(asc(guesses.number));
  const entries = rows.map(({ sealed, createdAt, ...entry }) => ({
    ...entry,
    guess_code: openCode(secrets, ulid, sealed),
    created_at: createdAt.toISOString(),
  }));
  return entriesRoot(ulid, entries);
}
