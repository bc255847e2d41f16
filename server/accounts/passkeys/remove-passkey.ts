import { and, eq } from 'drizzle-orm';

import { passkeys } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import { passkeyRemovedMail } from '../../notifications/mail/account-mails.ts';
import { confirmPassword, keepPassword, type PasswordProof } from '../confirm-password.ts';
import { countChange } from '../count-attempts.ts';
import { tellUser } from '../tell-user.ts';

/**
 * Removes one of the user's passkeys, with the password, and tells the user's address.
 * @throws AppError `passkey_gone` for one that was removed, or is another user's; `password_wrong`, `password_unset`,
 * `too_many_requests`
 */
export async function removePasskey(
  deps: Deps,
  { id, ...proof }: PasswordProof & { readonly id: number },
): Promise<void> {
  const confirmed = await confirmPassword(deps, proof);
  const { id: userId, username } = confirmed;
  await countChange(deps, userId);
  await inTransaction(deps.db, async (tx) => {
    await keepPassword(tx, confirmed);
    const removed = await tx
      .delete(passkeys)
      .where(and(eq(passkeys.id, id), eq(passkeys.userId, userId)))
      .returning({ id: passkeys.id });
    if (removed.length === 0) throw new AppError('passkey_gone');
    const { publicOrigin } = deps.config;
    await tellUser(tx, deps, confirmed, passkeyRemovedMail({ publicOrigin, username }));
  });
}
