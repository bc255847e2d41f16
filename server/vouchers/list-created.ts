import { and, desc, eq } from 'drizzle-orm';

import { VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import type { CreatedAnswer, CreatedQuery } from '../../contract/payment-vouchers.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { presentWithCode } from './present-created.ts';
import { readVoucherRows } from './read-voucher-rows.ts';

/** A page of the vouchers that a user made, newest first, with the codes of their payment vouchers. */
export async function listCreated(
  deps: Pick<Deps, 'db' | 'config' | 'covers' | 'secrets'>,
  userId: number,
  { status = 'all', page = 1 }: CreatedQuery,
): Promise<CreatedAnswer> {
  const isMine = eq(vouchers.creatorId, userId);
  const rows = await readVoucherRows(deps.db, {
    where: status === 'all' ? isMine : and(isMine, eq(vouchers.status, status)),
    orderBy: [desc(vouchers.createdAt), desc(vouchers.id)],
    // One more than is shown tells whether there is another page.
    limit: VOUCHER_PAGE_SIZE + 1,
    offset: (page - 1) * VOUCHER_PAGE_SIZE,
  });
  return {
    success: true,
    vouchers: rows.slice(0, VOUCHER_PAGE_SIZE).map((row) => presentWithCode(deps, row)),
    has_more: rows.length > VOUCHER_PAGE_SIZE,
    current_page: page,
  };
}
