import { asc, desc, eq } from 'drizzle-orm';

import { TOP_SHARERS } from '../../../contract/constants.ts';
import type { Sharer } from '../../../contract/vouchers.ts';
import type { Db } from '../../db/database.ts';
import { users } from '../../db/schema/accounts.ts';
import { voucherSharers } from '../../db/schema/giveaways.ts';

/** The people whose links brought the most viewers, at most 10; of equals, who began earlier. */
export function listTopSharers(db: Db, voucherId: number): Promise<Sharer[]> {
  return db
    .select({
      id: users.id,
      username: users.username,
      avatar: users.avatar,
      referral_count: voucherSharers.referralCount,
    })
    .from(voucherSharers)
    .innerJoin(users, eq(users.id, voucherSharers.userId))
    .where(eq(voucherSharers.voucherId, voucherId))
    .orderBy(
      desc(voucherSharers.referralCount),
      asc(voucherSharers.firstAt),
      asc(voucherSharers.userId),
    )
    .limit(TOP_SHARERS);
}
