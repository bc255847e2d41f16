import { inArray } from 'drizzle-orm';

import type { CreatedVoucher } from '../../contract/payment-vouchers.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import type { Secrets } from '../config/secrets.ts';
import { creatorMask } from './creator-mask.ts';
import { openCode } from './voucher-secrets.ts';
import { presentVoucher } from './present-voucher.ts';
import type { VoucherRow } from './read-voucher-rows.ts';
import type { Voucher } from './voucher-row.ts';

type PresentDeps = Pick<Deps, 'config' | 'covers' | 'secrets'>;

/** A voucher as its creator sees it, without any digit of a payment voucher: may be stored as an answer. */
export const presentCreated = (deps: PresentDeps, row: VoucherRow): CreatedVoucher => ({
  ...presentVoucher(deps, row),
  recipient_email: row.voucher.recipientEmail,
});

/** As `presentCreated`, with the code of a payment voucher, which its creator hands over. */
export function presentWithCode(deps: PresentDeps, row: VoucherRow): CreatedVoucher {
  const presented = presentCreated(deps, row);
  if (row.voucher.purpose !== 'payment') return presented;
  return { ...presented, ...digitsOf(deps.secrets, row.voucher) };
}

type Digits = Pick<CreatedVoucher, 'code' | 'masked_code'>;

const digitsOf = (
  secrets: Secrets,
  voucher: Pick<Voucher, 'purpose' | 'ulid' | 'codeEncrypted' | 'maskedCode'>,
): Digits => ({
  code: openCode(secrets, voucher.ulid, voucher.codeEncrypted),
  masked_code: creatorMask(secrets, voucher),
});

/** The codes of payment vouchers by ulid, whole and masked. For their creator only. */
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
