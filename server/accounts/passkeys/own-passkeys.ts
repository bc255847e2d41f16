import { desc, eq, and } from 'drizzle-orm';

import type { Passkey, PasskeyChallengeAnswer } from '../../../contract/accounts/passkeys.ts';
import type { Db } from '../../db/database.ts';
import { passkeyChallenges, passkeys } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { passkeyRemovedMail } from '../../notifications/mail/account-mails.ts';
import { confirmPassword, lockPassword, type PasswordProof } from '../passwords.ts';
import { countChange } from '../count-attempts.ts';
import { mailUser } from '../email-tokens.ts';

type Named = PasskeyChallengeAnswer['data']['allowCredentials'][number];

export async function passkeyDescriptors(db: Db, userId: number): Promise<Named[]> {
  const rows = await db.select().from(passkeys).where(eq(passkeys.userId, userId));
  return rows.map(({ credentialId, transports }) => ({
    id: credentialId,
    type: 'public-key',
    transports,
  }));
}

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

export async function deletePasskeys(tx: Db, userId: number): Promise<void> {
  await tx.delete(passkeyChallenges).where(eq(passkeyChallenges.userId, userId));
  await tx.delete(passkeys).where(eq(passkeys.userId, userId));
}

export async function removePasskey(
  deps: Deps,
  { id, ...proof }: PasswordProof & { readonly id: number },
): Promise<void> {
  const confirmed = await confirmPassword(deps, proof);
  const { id: userId } = confirmed;
  await countChange(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    await lockPassword(tx, confirmed);
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw new AppError('passkey_gone');
    await mailUser(tx, deps, confirmed, passkeyRemovedMail);
  });
}
