import { SHARE_REWARD_COINS } from '../../../contract/constants.ts';
import type { OwnShares } from '../../../contract/vouchers/sharing.ts';
import { getDatabase } from '../../../local/database.ts';
import { readSharers } from '../../../local/queries/vouchers.ts';
import { createStore } from '../../platform/store.ts';

const NOBODY_YET = 'Nobody has come yet; coins follow when somebody does';

/** Vouchers that were shared since the page was opened. */
export const sharedUlids = createStore<ReadonlySet<string>>(new Set());

/** What a share has brought so far; undefined where nothing was shared. Coins come once a voucher. */
export function outcomeText(own: OwnShares | undefined, wasShared: boolean): string | undefined {
  if (!own) return wasShared ? NOBODY_YET : undefined;
  if (own.confirmed > 0) return `Your link brought its ${SHARE_REWARD_COINS} coins`;
  if (own.pending > 0)
    return 'Somebody came by your link; coins follow once they are verified, or after a day';
  return wasShared ? NOBODY_YET : undefined;
}

/** Notes that a voucher was shared. @returns what to tell the sharer */
export async function noteShared(ulid: string): Promise<string | undefined> {
  sharedUlids.set(new Set([...sharedUlids.get(), ulid]));
  const row = await readSharers(getDatabase(), ulid).catch(() => undefined);
  return outcomeText(row?.own, true);
}
