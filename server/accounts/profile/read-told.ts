import { desc, eq, sql } from 'drizzle-orm';

import type { ExportAnswer } from '../../../contract/accounts.ts';
import type { Db } from '../../db/database.ts';
import { readOwnRows } from './read-own-rows.ts';
import { passkeys } from '../../db/schema/accounts.ts';
import { adminActions } from '../../db/schema/admin.ts';
import { holds, ledgerAccounts } from '../../db/schema/ledger.ts';
import {
  notificationPreferences,
  notifications,
  pushTokens,
  voucherFollows,
} from '../../db/schema/notifications.ts';
import { payments } from '../../db/schema/payments.ts';
import { payouts } from '../../db/schema/payouts.ts';
import { purchases } from '../../db/schema/suppliers.ts';
import { vouchers } from '../../db/schema/vouchers.ts';

type Told = Pick<
  ExportAnswer,
  'push_devices' | 'passkeys' | 'notifications' | 'notification_preferences' | 'follows' | 'support'
>;

/** What a user is told, where and of what, without the tokens of their devices and codes that are sealed. */
export const readTold = async (db: Db, userId: number): Promise<Told> => ({
  push_devices: await readOwnRows(db, userId, pushTokens, {
    user_agent: pushTokens.userAgent,
    platform: pushTokens.platform,
    language: pushTokens.language,
    created_at: pushTokens.createdAt,
    seen_at: pushTokens.seenAt,
  }),
  passkeys: await readOwnRows(db, userId, passkeys, {
    user_agent: passkeys.userAgent,
    created_at: passkeys.createdAt,
    last_used_at: passkeys.lastUsedAt,
  }),
  notifications: await readOwnRows(db, userId, notifications, {
    kind: notifications.kind,
    data: sql<object>`${notifications.data} - 'sealed_code'`,
    read_at: notifications.readAt,
    created_at: notifications.createdAt,
  }),
  notification_preferences: await db
    .select({
      channels: notificationPreferences.channels,
      quiet_from: notificationPreferences.quietFrom,
      quiet_to: notificationPreferences.quietTo,
      updated_at: notificationPreferences.updatedAt,
    })
    .from(notificationPreferences)
    .where(eq(notificationPreferences.userId, userId)),
  follows: await db
    .select({
      voucher: vouchers.ulid,
      muted_at: voucherFollows.mutedAt,
      created_at: voucherFollows.createdAt,
    })
    .from(voucherFollows)
    .innerJoin(vouchers, eq(vouchers.id, voucherFollows.voucherId))
    .where(eq(voucherFollows.userId, userId))
    .orderBy(desc(voucherFollows.createdAt)),
  support: await readSupport(db, userId),
});

/** What was done by hand to a user, and to money and vouchers of theirs; not by whom. */
const readSupport = (db: Db, userId: number) =>
  db
    .select({
      action: adminActions.action,
      subject: adminActions.subject,
      reason: adminActions.why,
      outcome: adminActions.outcome,
      created_at: adminActions.createdAt,
    })
    .from(adminActions)
    .where(
      sql`${adminActions.subject} in (
        select ${`user:${userId}`}
        union all select 'payment:' || ${payments.reference} from ${payments}
          where ${payments.userId} = ${userId}
        union all select 'payout:' || ${payouts.reference} from ${payouts}
          where ${payouts.userId} = ${userId}
        union all select 'purchase:' || ${purchases.reference} from ${purchases}
          where ${purchases.userId} = ${userId}
        union all select 'voucher:' || ${vouchers.ulid} from ${vouchers}
          where ${vouchers.creatorId} = ${userId}
        union all select 'hold:' || ${holds.id} from ${holds}
          join ${ledgerAccounts} on ${ledgerAccounts.id} = ${holds.accountId}
          where ${ledgerAccounts.userId} = ${userId}
      )`,
    )
    .orderBy(desc(adminActions.id));
