import { findUserByLogin } from '../accounts/find-user.ts';
import type { UserRow } from '../accounts/present-user.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { adminActions } from '../db/schema/admin.ts';
import type { Deps } from '../deps.ts';
import { lockVoucherRef } from '../vouchers/own-voucher.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

/** Who does something by hand, and why. */
export interface Mandate {
  readonly by: string;
  readonly why: string;
}

export interface AdminAction {
  readonly action: string;
  /** What it was done to, e.g. `hold:12`. */
  readonly subject: string;
  /** What came of it, in words. It stays for good, so it names a user by their number and quotes no message. */
  readonly outcome: string;
}

/** Writes down what an administrator did, in the transaction that does it. */
export async function recordAction(
  tx: Db,
  { clock }: Pick<Deps, 'clock'>,
  { by, why }: Mandate,
  { action, subject, outcome }: AdminAction,
): Promise<void> {
  await tx
    .insert(adminActions)
    .values({ by, why, action, subject, outcome, createdAt: dateOf(clock) });
}

/** Why a command of an administrator does nothing, in words for them. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** What a person found out about money that came in or went out. */
export interface Verdict {
  readonly isPaid: boolean;
  /** Where it can be read, e.g. the number of a bank's statement. */
  readonly proof: string;
}

/**
 * The user that an administrator names, by `@name`, `name` or e-mail address; undefined for none.
 * @throws AdminError for an address that no user has proved: any number of accounts may name it
 */
export async function findUserNamed(db: Db, login: string): Promise<UserRow | undefined> {
  const name = login.replace(/^@/, '');
  const user = await findUserByLogin(db, name);
  if (user && name.includes('@') && !user.emailVerifiedAt)
    throw new AdminError('nobody has proved that address: give the username');
  return user;
}

/** As `findUserNamed`. @throws AdminError also for no user of that name, and for who is gone */
export async function userNamed(db: Db, login: string): Promise<UserRow> {
  const user = await findUserNamed(db, login);
  if (!user || user.deletedAt) throw new AdminError(`there is no user ${login}`);
  return user;
}

/**
 * The voucher that an administrator names by its ulid, locked. A bare number names holds and rows alike, so it is none.
 * @throws AdminError for none
 */
export async function lockVoucherNamed(tx: Db, ulid: string): Promise<Voucher> {
  const voucher = /^\d+$/.test(ulid) ? undefined : await lockVoucherRef(tx, ulid);
  if (!voucher) throw new AdminError(`there is no voucher ${ulid}`);
  return voucher;
}
