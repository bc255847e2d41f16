import { blockUser, unblockUser } from '../accounts/block-user.ts';
import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { layOut } from '../notifications/mail/layout.ts';
import { queueMail } from '../notifications/mail/mail-queue.ts';
import { AdminError, type Mandate, recordAction, userNamed } from './record-action.ts';

/** Blocks a user or unblocks them, and mails them the reason. Money, vouchers and disbursements stay unchanged. */
export const setBlocked = (
  deps: Deps,
  login: string,
  isBlocked: boolean,
  mandate: Mandate,
): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    const { id, username, email } = await userNamed(tx, login);
    const isDone = await (isBlocked ? blockUser : unblockUser)(tx, id, dateOf(deps.clock));
    if (!isDone)
      throw new AdminError(`@${username} is ${isBlocked ? 'blocked already' : 'not blocked'}`);
    const came = isBlocked ? 'is logged out everywhere and cannot log in' : 'can log in again';
    await recordAction(tx, deps, mandate, {
      action: isBlocked ? 'block' : 'unblock',
      subject: `user:${id}`,
      outcome: `user ${id} ${came}`,
    });
    const { publicOrigin, supportEmail } = deps.config;
    const mail = layOut({
      subject: isBlocked ? 'Your account is blocked' : 'Your account is open again',
      greeting: `Hello ${username},`,
      paragraphs: isBlocked
        ? [
            'Your account is blocked: you cannot log in. Your money stays in your wallet, and your vouchers go on as they are.',
            `The reason: ${mandate.why}`,
          ]
        : ['Your account is open again: you can log in as before.'],
      action: { label: 'Go to Goodies', url: `${publicOrigin}/login` },
      notes: [`If you think that this is wrong, write to ${supportEmail}.`],
    });
    await queueMail(tx, deps, { to: email, ...mail });
    return `@${username} ${came}`;
  });
