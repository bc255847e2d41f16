import { findUserByLogin, type UserRow } from '../accounts/users.ts';
import { dateOf } from '../clock.ts';
import type { Db } from '../db/database.ts';
import { adminActions } from '../db/schema/operations.ts';
import type { Deps } from '../deps.ts';
import { lockVoucher, readVoucherRef, type Voucher } from '../vouchers/voucher-row.ts';

export interface Mandate {
  readonly by: string;
  readonly why: string;
}

export interface AdminAction {
  readonly action: string;
  /** For example `hold:12`. */
  readonly subject: string;
  /** Kept for good, so it names a user by id and quotes no messages. */
  readonly outcome: string;
}

/** What a command did; its action is the command's name unless another is given. */
export interface Deed extends Omit<AdminAction, 'action'>, Partial<Pick<AdminAction, 'action'>> {
  /** What the administrator reads instead of the outcome. */
  readonly lines?: readonly string[];
}

/** A deed whose record names the user by number, and what the administrator reads by name. */
export const deedOf = (
  subject: string,
  { id, username }: Pick<UserRow, 'id' | 'username'>,
  told: (who: string) => string,
): Deed => ({ subject, outcome: told(`user ${id}`), lines: [told(`@${username}`)] });

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

/** A command that is one transaction, in which it is recorded. */
export type Act = (
  tx: Db,
  deps: Deps,
  operands: readonly string[],
  mandate: Mandate,
) => Promise<Deed>;

/** Why a command was refused, for the administrator to read. */
export class AdminError extends Error {
  override readonly name = 'AdminError';
}

/** Finds a user by `@name`, name or e-mail address. */
export async function findUserNamed(db: Db, login: string): Promise<UserRow | undefined> {
  const name = login.replace(/^@/, '');
  const user = await findUserByLogin(db, name);
  if (user && name.includes('@') && !user.emailVerifiedAt)
    throw new AdminError('nobody has proved that address: give the username');
  return user;
}

/** As `findUserNamed`. @throws AdminError also for an unknown or deleted user */
export async function userNamed(db: Db, login: string): Promise<UserRow> {
  const user = await findUserNamed(db, login);
  if (!user || user.deletedAt) throw new AdminError(`there is no user ${login}`);
  return user;
}

/** Locks a voucher by its ulid; a number could also mean a hold. @throws AdminError when there is none */
export async function lockVoucherNamed(tx: Db, ulid: string): Promise<Voucher> {
  const voucher = /^\d+$/.test(ulid) ? undefined : await lockVoucher(tx, readVoucherRef(ulid));
  if (!voucher) throw new AdminError(`there is no voucher ${ulid}`);
  return voucher;
}
