import { inArray } from 'drizzle-orm';

import type { CreatedVoucher } from '../../contract/payment-vouchers.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { openCode } from './voucher-secrets.ts';
import { presentVoucher } from './present-voucher.ts';
import type { VoucherRow } from './read-voucher-rows.ts';

type PresentDeps = Pick<Deps, 'config' | 'covers' | 'secrets'>;

/** A voucher as its creator sees it, without the code of a payment voucher. */
export const presentCreated = (deps: PresentDeps, row: VoucherRow): CreatedVoucher => ({
  ...presentVoucher(deps, row, row.voucher.creatorId),
  recipient_email: row.voucher.recipientEmail,
});

/** As `presentCreated`, with the code of a payment voucher, which its creator hands over. */
export function presentWithCode(deps: PresentDeps, row: VoucherRow): CreatedVoucher {
  const { purpose, ulid, codeEncrypted } = row.voucher;
  const presented = presentCreated(deps, row);
  if (purpose !== 'payment') return presented;
  return { ...presented, code: openCode(deps.secrets, ulid, codeEncrypted) };
}

/** The codes of vouchers by ulid. For their creator only. */
export async function readCodes(
  deps: Pick<Deps, 'db' | 'secrets'>,
  ulids: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await deps.db
    .select({ ulid: vouchers.ulid, sealed: vouchers.codeEncrypted })
    .from(vouchers)
    .where(inArray(vouchers.ulid, [...ulids]));
  return new Map(rows.map(({ ulid, sealed }) => [ulid, openCode(deps.secrets, ulid, sealed)]));
}
