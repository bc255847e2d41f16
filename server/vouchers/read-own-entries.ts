import { and, desc, eq } from 'drizzle-orm';

import type { OwnLotteryEntry } from '../../contract/vouchers.ts';
import { guesses } from '../db/schema/giveaways.ts';
import type { Deps } from '../deps.ts';
import { openCode } from './voucher-secrets.ts';
import type { Voucher } from './voucher-row.ts';

/** What a user entered in a lottery, all digits, newest first. For that user alone. */
export async function readOwnEntries(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  { id, ulid }: Pick<Voucher, 'id' | 'ulid'>,
  userId: number,
): Promise<OwnLotteryEntry[]> {
  const rows = await db
    .select({
      number: guesses.number,
      sealed: guesses.guessEncrypted,
      createdAt: guesses.createdAt,
    })
    .from(guesses)
    .where(and(eq(guesses.voucherId, id), eq(guesses.userId, userId)))
    .orderBy(desc(guesses.number));
  return rows.map(({ number, sealed, createdAt }) => ({
    number,
    code: openCode(secrets, ulid, sealed),
    created_at: createdAt.toISOString(),
  }));
}
