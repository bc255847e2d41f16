import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { replaceSigningKey, withdrawReceiptKey } from '../giveaways/receipts/receipt-keys.ts';
import { AdminError } from './admin-error.ts';
import { recordAction, type Mandate } from './record-action.ts';

/**
 * Has another key sign receipts: `retire` leaves this one published, so that what it signed stays good; `withdraw`
 * takes it away, because another person has it.
 * @returns what was done, in words
 * @throws AdminError for a key that is not there, or is to be retired and does not sign
 */
export const endReceiptKey = (
  deps: Deps,
  { how, kid }: { readonly how: string; readonly kid: string },
  mandate: Mandate,
): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    if (how !== 'retire' && how !== 'withdraw')
      throw new AdminError('a key is retired or withdrawn: `retire` or `withdraw`');
    const made = await replaceSigningKey(tx, deps, kid);
    if (how === 'retire' && made === undefined)
      throw new AdminError(`receipts are not signed with ${kid}`);
    if (how === 'withdraw' && !(await withdrawReceiptKey(tx, kid)))
      throw new AdminError(`there is no key ${kid}`);
    const outcome = `${kid} is ${how === 'retire' ? 'retired' : 'withdrawn'}${made === undefined ? '' : `, ${made} signs`}`;
    await recordAction(tx, deps, mandate, {
      action: `receipt-key ${how}`,
      subject: `receipt-key:${kid}`,
      outcome,
    });
    return outcome;
  });
