import { and, asc, eq, gt, isNotNull } from 'drizzle-orm';

import { mails } from '../../db/schema/mail.ts';
import type { Deps } from '../../deps.ts';
import { changeInBatches } from '../../lib/in-batches.ts';
import { mailContext } from './mail-content.ts';

/** Puts what mails say under the key that writes. @returns how many were not. */
export const resealMails = ({ db, secrets }: Pick<Deps, 'db' | 'secrets'>): Promise<number> =>
  changeInBatches(
    (afterId, limit) =>
      db
        .select({ id: mails.id, to: mails.to, sealed: mails.sealed })
        .from(mails)
        .where(and(gt(mails.id, afterId), isNotNull(mails.sealed)))
        .orderBy(asc(mails.id))
        .limit(limit),
    async ({ id, to, sealed }) => {
      const context = mailContext(to);
      if (!sealed || secrets.isCurrent(sealed, context)) return false;
      await db
        .update(mails)
        .set({ sealed: secrets.encrypt(secrets.decrypt(sealed, context), context) })
        // It may have been sent, and dropped, in the meantime.
        .where(and(eq(mails.id, id), isNotNull(mails.sealed)));
      return true;
    },
  );
