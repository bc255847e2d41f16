import { sql } from 'drizzle-orm';

import { notifications, voucherFollows } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';

/**
 * Whether a notification tells of a digit of a giveaway that is over or that its user has muted since: nobody is to be
 * called to it then.
 */
export const isDigitOfPast = sql<boolean>`(${notifications.kind} = 'digit_revealed' and exists (
  select from ${vouchers} where ${vouchers.ulid} = ${notifications.data} ->> 'voucher'
    and (${vouchers.status} <> 'active' or exists (
      select from ${voucherFollows} where ${voucherFollows.voucherId} = ${vouchers.id}
        and ${voucherFollows.userId} = ${notifications.userId} and ${voucherFollows.mutedAt} is not null))))`;
