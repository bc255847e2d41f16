import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm';

import type { Db } from '../db/database.ts';
import { emailTokens, formerUsernames, googleLogins } from '../db/schema/accounts.ts';
import { payoutDestinations, payouts, purchases } from '../db/schema/disbursements.ts';
import { allowedUsers } from '../db/schema/giveaways.ts';
import { idempotencyKeys } from '../db/schema/http.ts';
import { mails, notifications } from '../db/schema/notifications.ts';
import { payments, webhookEvents } from '../db/schema/payments.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { UserRow } from './users.ts';

/** Stands where a row has to keep a value. */
const ERASED = 'deleted';

/**
 * Takes what names a person out of rows that stay because the books depend on them, and deletes those that do not.
 * The caller has locked the user's row and made sure that nothing is on its way.
 */
export async function erasePersonalData(tx: Db, user: UserRow): Promise<void> {
  const { id, googleSubject } = user;
  // Others may have typed an address that nobody has proved.
  const email = user.emailVerifiedAt ? user.email : undefined;
  await eraseNames(tx, user, email);
  await tx
    .update(payouts)
    .set({ accountNumber: ERASED, accountName: ERASED, isSaved: false })
    .where(eq(payouts.userId, id));
  await tx.delete(payoutDestinations).where(eq(payoutDestinations.userId, id));
  await tx
    .update(purchases)
    .set({ customer: ERASED, customerName: null, token: null })
    .where(eq(purchases.userId, id));
  await eraseReports(tx, id);
  await tx.delete(idempotencyKeys).where(eq(idempotencyKeys.userId, id));
  if (googleSubject !== null)
    await tx.delete(googleLogins).where(eq(googleLogins.subject, googleSubject));
  const left = await tx
    .select({ address: emailTokens.email })
    .from(emailTokens)
    .where(and(eq(emailTokens.userId, id), eq(emailTokens.purpose, 'undo_email')));
  const addresses = [...left.map(({ address }) => address), ...(email ? [email] : [])];
  await tx.delete(mails).where(inArray(mails.to, addresses));
}

/** What gateways have reported has names, addresses and numbers in it; what was reported is handled without. */
async function eraseReports(tx: Db, userId: number): Promise<void> {
  for (const table of [payments, payouts, purchases])
    await tx
      .update(webhookEvents)
      .set({ body: '' })
      .where(
        inArray(
          webhookEvents.reference,
          tx.select({ reference: table.reference }).from(table).where(eq(table.userId, userId)),
        ),
      );
}

/** A voucher for one recipient stays closed to all others, so its address is replaced, not removed. */
async function eraseNames(
  tx: Db,
  { id, username }: UserRow,
  email: string | undefined,
): Promise<void> {
  const former = await tx
    .select({ name: formerUsernames.username })
    .from(formerUsernames)
    .where(eq(formerUsernames.userId, id));
  const names = [username, ...former.map(({ name }) => name)];
  const standIn = `${ERASED}-${id}`;
  const logins = email === undefined ? names : [...names, email];
  await tx.delete(allowedUsers).where(inArray(allowedUsers.login, logins));
  const isOwn = and(eq(vouchers.creatorId, id), isNotNull(vouchers.recipientEmail));
  await tx
    .update(vouchers)
    .set({ recipientEmail: standIn })
    .where(email === undefined ? isOwn : or(isOwn, eq(vouchers.recipientEmail, email)));
  await tx
    .update(notifications)
    .set({ data: sql`jsonb_set(${notifications.data}, '{username}', to_jsonb(${standIn}::text))` })
    .where(inArray(sql`${notifications.data} ->> 'username'`, names));
}
