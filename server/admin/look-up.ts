import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { AdminError } from './admin-error.ts';
import { findActions, findReference, findVoucherFacts } from './find-record.ts';
import { findUserFacts } from './find-user-facts.ts';
import { recordAction, type Mandate } from './record-action.ts';
import { findUserNamed } from './subjects.ts';

/**
 * Looks up a user by name or address, a voucher by its ulid, or what has a reference. It changes nothing, but that
 * an administrator looked is written down: these are people's names and money.
 * @throws AdminError where there is nothing of that name, and for an address that no user has proved
 */
export const lookUp = (deps: Deps, text: string, mandate: Mandate): Promise<readonly string[]> =>
  inTransaction(deps.db, async (tx) => {
    const user = await findUserNamed(tx, text);
    const found = user
      ? { subject: `user:${user.id}`, lines: await findUserFacts(tx, user, dateOf(deps.clock)) }
      : ((await findVoucherFacts(tx, text)) ?? (await findReference(tx, text)));
    if (!found) throw new AdminError(`there is no user, voucher or reference ${text}`);
    const lines = [...found.lines, ...(await findActions(tx, found.subject))];
    await recordAction(tx, deps, mandate, {
      action: 'find',
      subject: found.subject,
      outcome: 'looked at',
    });
    return lines;
  });
