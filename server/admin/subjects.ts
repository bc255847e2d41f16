import { findUserByLogin } from '../accounts/find-user.ts';
import type { UserRow } from '../accounts/present-user.ts';
import type { Db } from '../db/database.ts';
import { lockVoucherRef } from '../vouchers/own-voucher.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';
import { AdminError } from './admin-error.ts';

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
