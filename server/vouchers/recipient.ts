import { and, inArray, isNotNull } from 'drizzle-orm';

import { comparableEmail, formerEmail } from '../accounts/normalise-email.ts';
import type { UserRow } from '../accounts/users.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
import type { Voucher } from './voucher-row.ts';

type Named = Pick<Voucher, 'recipientId' | 'recipientEmail'>;

interface Reader {
  readonly id: number;
  /** Null unless they have proved it. */
  readonly provedEmail: string | null;
}

export const readerOf = ({ id, email, emailVerifiedAt }: UserRow): Reader => ({
  id,
  provedEmail: emailVerifiedAt && email,
});

/** Whether the voucher is restricted to this user, by name or by the address that they have proved. */
export function isRecipient(
  { recipientId, recipientEmail }: Named,
  { id, provedEmail }: Reader,
): boolean {
  if (recipientId !== null) return recipientId === id;
  if (recipientEmail === null || provedEmail === null) return false;
  // Stored addresses may be older than their normal form.
  return comparableEmail(provedEmail) === comparableEmail(recipientEmail);
}

/** Finds whom vouchers are restricted to, by the vouchers' ids; nobody where the address has no account. */
export async function readRecipientIds(
  db: Db,
  vouchers: readonly (Named & Pick<Voucher, 'id'>)[],
): Promise<ReadonlyMap<number, number>> {
  const owners = await readOwners(
    db,
    vouchers.flatMap(({ recipientId, recipientEmail }) =>
      recipientId === null && recipientEmail !== null ? [recipientEmail] : [],
    ),
  );
  const found = new Map<number, number>();
  for (const { id, recipientId, recipientEmail } of vouchers) {
    const userId = recipientId ?? owners.get(comparableEmail(recipientEmail ?? ''));
    if (userId !== undefined) found.set(id, userId);
  }
  return found;
}

async function readOwners(db: Db, emails: readonly string[]): Promise<ReadonlyMap<string, number>> {
  if (emails.length === 0) return new Map();
  const forms = emails.flatMap((email) => [comparableEmail(email), formerEmail(email)]);
  const owners = await db
    .select({ id: users.id, email: users.email })
    .from(users)
    .where(and(inArray(users.email, forms), isNotNull(users.emailVerifiedAt)));
  return new Map(owners.map(({ id, email }) => [comparableEmail(email), id]));
}
