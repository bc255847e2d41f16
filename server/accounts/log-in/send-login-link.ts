import { HOUR_MS } from '../../../contract/durations.ts';
import { dateOf } from '../../clock.ts';
import { inTransaction } from '../../db/transaction.ts';
import type { Deps } from '../../deps.ts';
import { hitsInWindow } from '../../http/rate-limit.ts';
import { loginLinkMail } from '../../notifications/mail/account-mails.ts';
import { queueMail } from '../../notifications/mail/mail-queue.ts';
import { createEmailToken, mayMailUser } from '../email-tokens.ts';
import type { UserRow } from '../present-user.ts';
import { evenly } from '../count-attempts.ts';

/** What an account gets of them, however long a caller tries. */
const LINKS = { hits: 3, windowMs: HOUR_MS };

/** Sends a link to sign in with, where there is a user to send it to. The caller is not told. */
export const sendLoginLink = (deps: Deps, user: UserRow | undefined): Promise<void> =>
  evenly(async () => {
    if (!user || user.deletedAt) return;
    const key = `login:mail:${user.id}`;
    const sent = await hitsInWindow(deps.db, key, LINKS.windowMs, deps.clock.now());
    if (sent > LINKS.hits || !(await mayMailUser(deps.db, deps, user))) return;
    await inTransaction(deps.db, async (tx) => {
      const token = await createEmailToken(tx, user, 'login', dateOf(deps.clock));
      const { publicOrigin } = deps.config;
      const mail = loginLinkMail({ publicOrigin, username: user.username, token });
      await queueMail(tx, deps, { to: user.email, ...mail });
    });
  });
