import { inArray, and, desc, eq } from 'drizzle-orm';

import {
  type CreatedVoucher,
  CreatedAnswer,
  CreatedQuery,
} from '../../contract/payment-vouchers.ts';
import type { Db } from '../db/database.ts';
import { users } from '../db/schema/accounts.ts';
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

type People = ReadonlyMap<number, NonNullable<CreatedVoucher['recipient']>>;

/** The users whom vouchers were sent to, as they are called now. */
export async function readRecipients(
  db: Db,
  sent: readonly Pick<Voucher, 'recipientId'>[],
): Promise<People> {
  const ids = sent.map(({ recipientId }) => recipientId).filter((id) => id !== null);
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: users.id, username: users.username, avatar: users.avatar })
    .from(users)
    .where(inArray(users.id, ids));
  return new Map(rows.map(({ id, ...person }) => [id, person]));
}

/** It has no digits of payment vouchers, so it may be stored as an answer. */
export const presentCreated = (
  deps: PresentDeps,
  row: VoucherRow,
  people: People,
): CreatedVoucher => ({
  ...presentVoucher(deps, row),
  recipient_email: row.voucher.recipientEmail,
  recipient: people.get(row.voucher.recipientId ?? 0) ?? null,
});

function presentWithCode(deps: PresentDeps, row: VoucherRow, people: People): CreatedVoucher {
  const presented = presentCreated(deps, row, people);
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
  const shown = rows.slice(0, VOUCHER_PAGE_SIZE);
  const people = await readRecipients(
    deps.db,
    shown.map(({ voucher }) => voucher),
  );
  return {
    success: true,
    vouchers: shown.map((row) => presentWithCode(deps, row, people)),
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
