import { dateOf } from '../clock.ts';
import { inTransaction } from '../db/transaction.ts';
import type { Deps } from '../deps.ts';
import { featureGiveaway, unfeatureGiveaway } from '../giveaways/feature-giveaway.ts';
import { AdminError, lockVoucherNamed, type Mandate, recordAction } from './record-action.ts';

/** Features an open, public giveaway or stops featuring it. */
export const feature = (
  deps: Deps,
  ulid: string,
  isFeatured: boolean,
  mandate: Mandate,
): Promise<string> =>
  inTransaction(deps.db, async (tx) => {
    const voucher = await lockVoucherNamed(tx, ulid);
    const isDone = isFeatured
      ? await featureGiveaway(tx, voucher.id, dateOf(deps.clock))
      : await unfeatureGiveaway(tx, voucher.id);
    if (!isDone) throw new AdminError(refusal(voucher.ulid, isFeatured, voucher.featuredAt));
    const outcome = isFeatured
      ? `${voucher.ulid} stands first among the giveaways for visitors`
      : `${voucher.ulid} stands by its views again`;
    await recordAction(tx, deps, mandate, {
      action: isFeatured ? 'feature' : 'unfeature',
      subject: `voucher:${voucher.ulid}`,
      outcome,
    });
    return outcome;
  });

function refusal(ulid: string, isFeatured: boolean, since: Date | null): string {
  if (!isFeatured) return `${ulid} is not featured`;
  return since ? `${ulid} is featured already` : `${ulid} is no open, public giveaway`;
}
