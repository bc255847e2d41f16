import { findUserByLogin } from '../accounts/find-user.ts';
import type { UserRow } from '../accounts/present-user.ts';
import type { Db } from '../db/database.ts';
import { lockVoucherRef } from '../vouchers/own-voucher.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';
import { AdminError } from './admin-error.ts';

/** The user that an administrator names, by `@name`, `name` or e-mail address. @throws AdminError for none */
export async function userNamed(db: Db, login: string): Promise<UserRow> {
  const user = await findUserByLogin(db, login.replace(/^@/, ''));
  if (!user || user.deletedAt) throw new AdminError(`there is no user ${login}`);
  return user;
}

/** The voucher that an administrator names by its ulid, locked. @throws AdminError for none */
export async function lockVoucherNamed(tx: Db, ulid: string): Promise<Voucher> {
  const voucher = await lockVoucherRef(tx, ulid);
  if (!voucher) throw new AdminError(`there is no voucher ${ulid}`);
  return voucher;
}
