import { desc, eq } from 'drizzle-orm';

import type { Passkey, PasskeyChallengeAnswer } from '../../../contract/accounts/passkeys.ts';
import type { Db } from '../../db/database.ts';
import { passkeyChallenges, passkeys } from '../../db/schema/accounts.ts';

type Named = PasskeyChallengeAnswer['data']['allowCredentials'][number];

/** The user's passkeys as browsers are told of them. */
export async function namedPasskeys(db: Db, userId: number): Promise<Named[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId));
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key',
    transports,
  }));
}

/** The user's passkeys as they themself see them, the latest first. */
export async function listPasskeys(db: Db, userId: number): Promise<Passkey[]> {
  const rows = await db
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(desc(passkeys.id));
  return rows.map(({ id, userAgent, createdAt, lastUsedAt }) => ({
    id,
    user_agent: userAgent,
    created_at: createdAt.toISOString(),
    last_used_at: lastUsedAt?.toISOString() ?? null,
  }));
}

export const hasPasskey = async (db: Db, userId: number): Promise<boolean> =>
  (await db.$count(passkeys, eq(passkeys.userId, userId))) > 0;

/** Deletes what is known of the user's passkeys, once the user's row is locked. */
export async function forgetPasskeys(tx: Db, userId: number): Promise<void> {
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}
