import { inArray, and, desc, eq } from 'drizzle-orm';

import {
  type CreatedVoucher,
  CreatedAnswer,
  CreatedQuery,
} from '../../contract/payment-vouchers.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import type { Secrets } from '../config/secrets.ts';
import { creatorMask, decryptCode } from './voucher-secrets.ts';
import { presentVoucher } from './present-voucher.ts';
import { type VoucherRow, readVoucherRows, type Voucher } from './voucher-row.ts';
import { VOUCHER_PAGE_SIZE } from '../../contract/constants.ts';
import { callerOf } from '../http/access.ts';
import { routesOf, taggedRoutes } from '../http/route-options.ts';

type PresentDeps = Pick<Deps, 'config' | 'covers' | 'secrets'>;

/** It has no digits of payment vouchers, so it may be stored as an answer. */
export const presentCreated = (deps: PresentDeps, row: VoucherRow): CreatedVoucher => ({
  ...presentVoucher(deps, row),
  recipient_email: row.voucher.recipientEmail,
});

function presentWithCode(deps: PresentDeps, row: VoucherRow): CreatedVoucher {
  const presented = presentCreated(deps, row);
  if (row.voucher.purpose !== 'payment') return presented;
  return { ...presented, ...digitsOf(deps.secrets, row.voucher) };
}

type Digits = Pick<CreatedVoucher, 'code' | 'masked_code'>;

const digitsOf = (
  secrets: Secrets,
  voucher: Pick<Voucher, 'purpose' | 'ulid' | 'codeEncrypted' | 'maskedCode'>,
): Digits => ({
  code: decryptCode(secrets, voucher.ulid, voucher.codeEncrypted),
  masked_code: creatorMask(secrets, voucher),
});

/** Show the codes only to their creator. */
export async function readCodes(
  deps: Pick<Deps, 'db' | 'secrets'>,
  ulids: readonly string[],
): Promise<ReadonlyMap<string, Digits>> {
  const rows = await deps.db
    .select({
      purpose: vouchers.purpose,
      ulid: vouchers.ulid,
      codeEncrypted: vouchers.codeEncrypted,
      maskedCode: vouchers.maskedCode,
    })
    .from(vouchers)
    .where(inArray(vouchers.ulid, [...ulids]));
  return new Map(rows.map((row) => [row.ulid, digitsOf(deps.secrets, row)]));
}

async function listCreated(
  deps: Pick<Deps, 'db' | 'config' | 'covers' | 'secrets'>,
  userId: number,
  { status = 'all', page = 1 }: CreatedQuery,
): Promise<CreatedAnswer> {
  const isMine = eq(vouchers.creatorId, userId);
  const rows = await readVoucherRows(deps.db, {
    where: status === 'all' ? isMine : and(isMine, eq(vouchers.status, status)),
    orderBy: [desc(vouchers.createdAt), desc(vouchers.id)],
    // One more than shown tells whether there is another page.
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

const route = taggedRoutes('Vouchers');

export const createdVoucherRoutes = routesOf(async (app, deps) => {
  app.get(
    '/vouchers/created',
    route('user', "One's own vouchers, newest first", CreatedAnswer, { querystring: CreatedQuery }),
    (request) => listCreated(deps, callerOf(request).userId, request.query),
  );
});
