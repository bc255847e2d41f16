import { asc, desc, eq, sql } from 'drizzle-orm';
import type { PgColumn, PgTable, SelectedFields } from 'drizzle-orm/pg-core';
import type { SelectResultFields } from 'drizzle-orm/query-builders/select.types';

import type { ExportAnswer } from '../../contract/accounts.ts';
import { minorToMajor } from '../../contract/money.ts';
import { dateOf } from '../clock.ts';
import { formerUsernames, sessions, passkeys } from '../db/schema/accounts.ts';
import { guesses } from '../db/schema/giveaways.ts';
import { journalEntries, journalTransactions, ledgerAccounts, holds } from '../db/schema/ledger.ts';
import { payments } from '../db/schema/payments.ts';
import { payouts, purchases } from '../db/schema/disbursements.ts';
import { pointsEntries } from '../db/schema/rewards.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Db } from '../db/database.ts';
import type { Deps } from '../deps.ts';
import { decryptCode } from '../vouchers/voucher-secrets.ts';
import { getUser, presentUser } from './users.ts';
import { readLimits } from './play-limits.ts';
import { adminActions } from '../db/schema/operations.ts';
import {
  notificationPreferences,
  notifications,
  pushTokens,
  voucherFollows,
} from '../db/schema/notifications.ts';

const inMajor = <Row extends { readonly amount: bigint }>(rows: readonly Row[]) =>
  rows.map((row) => ({ ...row, amount: minorToMajor(row.amount) }));

/** Returns all data about a user except hashes, tokens and codes that are still secret. */
export async function readExport(
  deps: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  userId: number,
): Promise<ExportAnswer> {
  const { db, clock } = deps;
  const now = dateOf(clock);
  const user = await getUser(db, userId);
  return {
    success: true,
    exported_at: now.toISOString(),
    user: presentUser(user, now),
    google_subject: user.googleSubject,
    limits: await readLimits(deps, userId),
    former_usernames: await db
      .select({ username: formerUsernames.username, left_at: formerUsernames.createdAt })
      .from(formerUsernames)
      .where(eq(formerUsernames.userId, userId)),
    sessions: await readOwnRows(db, userId, sessions, {
      user_agent: sessions.userAgent,
      created_at: sessions.createdAt,
      expires_at: sessions.expiresAt,
      ended_at: sessions.revokedAt,
    }),
    ...(await readMoney(db, userId)),
    ...(await readPlay(deps, userId)),
    ...(await readNotifications(db, userId)),
  };
}

async function readMoney(
  db: Db,
  userId: number,
): Promise<
  Pick<ExportAnswer, 'wallets' | 'transactions' | 'withdrawals' | 'payments' | 'purchases'>
> {
  const own = eq(ledgerAccounts.userId, userId);
  return {
    wallets: inMajor(
      await db
        .select({ currency: ledgerAccounts.currency, amount: ledgerAccounts.balance })
        .from(ledgerAccounts)
        .where(own)
        .orderBy(asc(ledgerAccounts.currency)),
    ),
    transactions: inMajor(
      await db
        .select({
          kind: journalTransactions.kind,
          reference: journalTransactions.reference,
          description: journalTransactions.description,
          currency: journalEntries.currency,
          amount: journalEntries.amount,
          created_at: journalTransactions.createdAt,
        })
        .from(ledgerAccounts)
        .innerJoin(journalEntries, eq(journalEntries.accountId, ledgerAccounts.id))
        .innerJoin(journalTransactions, eq(journalTransactions.id, journalEntries.transactionId))
        .where(own)
        .orderBy(desc(journalEntries.id)),
    ),
    withdrawals: inMajor(
      await readOwnRows(db, userId, payouts, {
        reference: payouts.reference,
        amount: payouts.amount,
        currency: payouts.currency,
        bank: payouts.bankName,
        account_number: payouts.accountNumber,
        account_name: payouts.accountName,
        status: payouts.status,
        created_at: payouts.createdAt,
      }),
    ),
    payments: inMajor(
      await readOwnRows(db, userId, payments, {
        reference: payments.reference,
        purpose: payments.purpose,
        amount: payments.amount,
        currency: payments.currency,
        processor: payments.processor,
        status: payments.status,
        created_at: payments.createdAt,
      }),
    ),
    purchases: await readPurchases(db, userId),
  };
}

async function readPurchases(db: Db, userId: number): Promise<ExportAnswer['purchases']> {
  const rows = await readOwnRows(db, userId, purchases, {
    reference: purchases.reference,
    kind: purchases.kind,
    amount: purchases.amount,
    fee: purchases.fee,
    currency: purchases.currency,
    service: purchases.serviceName,
    item: purchases.itemName,
    customer: purchases.customer,
    customer_name: purchases.customerName,
    meter_code: purchases.token,
    status: purchases.status,
    created_at: purchases.createdAt,
  });
  return inMajor(rows).map((row) => ({ ...row, fee: minorToMajor(row.fee) }));
}

async function readPlay(
  { db, secrets }: Pick<Deps, 'db' | 'secrets'>,
  userId: number,
): Promise<Pick<ExportAnswer, 'vouchers' | 'guesses' | 'coins'>> {
  return {
    vouchers: inMajor(
      await db
        .select({
          ulid: vouchers.ulid,
          purpose: vouchers.purpose,
          status: vouchers.status,
          amount: vouchers.amount,
          currency: vouchers.currency,
          recipient_email: vouchers.recipientEmail,
          ad_url: vouchers.adUrl,
          ad_copy: vouchers.adCopy,
          created_at: vouchers.createdAt,
        })
        .from(vouchers)
        .where(eq(vouchers.creatorId, userId))
        .orderBy(desc(vouchers.id)),
    ),
    guesses: (
      await db
        .select({
          voucher: vouchers.ulid,
          number: guesses.number,
          sealed: guesses.guessEncrypted,
          // Guessers learn the result only when the voucher has ended.
          is_correct: sql<
            boolean | null
          >`case when ${vouchers.status} = 'completed' then ${guesses.isCorrect} end`,
          created_at: guesses.createdAt,
        })
        .from(guesses)
        .innerJoin(vouchers, eq(vouchers.id, guesses.voucherId))
        .where(eq(guesses.userId, userId))
        .orderBy(desc(guesses.id))
    ).map(({ sealed, ...guess }) => ({
      ...guess,
      code: decryptCode(secrets, guess.voucher, sealed),
    })),
    coins: await readOwnRows(db, userId, pointsEntries, {
      coins: pointsEntries.delta,
      reason: pointsEntries.reason,
      created_at: pointsEntries.createdAt,
    }),
  };
}

type NotificationData = Pick<
  ExportAnswer,
  'push_devices' | 'passkeys' | 'notifications' | 'notification_preferences' | 'follows' | 'support'
>;

const readNotifications = async (db: Db, userId: number): Promise<NotificationData> => ({
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

/** The administrator's name is left out. */
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

type OwnedTable = PgTable & Readonly<Record<'id' | 'userId', PgColumn>>;

async function readOwnRows<Fields extends SelectedFields>(
  db: Db,
  userId: number,
  table: OwnedTable,
  fields: Fields,
): Promise<SelectResultFields<Fields>[]> {
  const own = db.select(fields as SelectedFields).from(table);
  const rows = await own.where(eq(table.userId, userId)).orderBy(desc(table.id));
  return rows as unknown as SelectResultFields<Fields>[];
}
