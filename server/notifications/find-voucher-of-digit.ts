import { and, eq, sql } from 'drizzle-orm';

import { notifications } from '../db/schema/notifications.ts';
import { vouchers } from '../db/schema/vouchers.ts';

/** Joins the voucher of a digit that a notification tells of: once it is over, nobody is to be called to it. */
export const voucherOfDigit = and(
  eq(notifications.kind, 'digit_revealed'),
  sql`${vouchers.ulid} = ${notifications.data} ->> 'voucher'`,
);

/** @param status of that voucher; null for what tells of no digit */
export const isDigitOfPast = (status: string | null): boolean =>
  status !== null && status !== 'active';
