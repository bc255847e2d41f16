import { eq } from 'drizzle-orm';

import { isSimplePin } from '../../../contract/accounts/pin.ts';
import { users } from '../../db/schema/accounts.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { errorOfField } from '../../http/app-error.ts';
import { pinSetMail } from '../../notifications/mail/account-mails.ts';
import { confirmPassword, keepPassword, type PasswordProof } from '../confirm-password.ts';
import { countChange } from '../count-attempts.ts';
import { hashPassword } from '../passwords.ts';
import { tellUser } from '../tell-user.ts';

export interface PinChoice extends PasswordProof {
  readonly pin: string;
}

/**
 * Chooses the PIN that is asked for where money leaves, or another one, and tells the user's address. It takes the
 * password, so it also helps a user who has forgotten the PIN or locked it.
 * @throws AppError `pin_too_simple`, `password_wrong`, `too_many_requests`
 */
export async function setPin(deps: Deps, { pin, ...proof }: PinChoice): Promise<void> {
  if (isSimplePin(pin)) throw errorOfField('pin', 'pin_too_simple');
  const confirmed = await confirmPassword(deps, proof);
  const { id, username } = confirmed;
  await countChange(deps, id);
  const pinHash = await hashPassword(pin, 'user');
  await inTransaction(deps.db, async (tx) => {
    await keepPassword(tx, confirmed);
    await tx
      .update(users)
      .set({ pinHash, pinTries: 0, pinLockedUntil: null })
      .where(eq(users.id, id));
    const { publicOrigin } = deps.config;
    await tellUser(tx, deps, confirmed, pinSetMail({ publicOrigin, username }));
  });
}
