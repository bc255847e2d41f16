import { inArray, sql } from 'drizzle-orm';

import { PAYMENT_MASKED_DIGITS } from '../../contract/constants.ts';
import { maskCode } from '../../contract/vouchers/voucher-code.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Secrets } from '../config/secrets.ts';
import { drawPositions } from '../vouchers/draw-code.ts';
import { SHOWN_TO_CREATOR } from '../vouchers/creator-mask.ts';
import { sealCode } from '../vouchers/voucher-secrets.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';
import { paymentCodeHash, paymentCodeHashes } from '../vouchers/look-up-code.ts';

export type NewPaymentVoucher = Pick<
  Voucher,
  | 'ulid'
  | 'type'
  | 'status'
  | 'creatorId'
  | 'region'
  | 'currency'
  | 'amount'
  | 'isPrivate'
  | 'enable2fa'
  | 'recipientEmail'
  | 'createdAt'
  | 'activatedAt'
  | 'expiresAt'
>;

/**
 * Stores a payment voucher with its code sealed, and which three digits of it its creator sees masked.
 * @returns undefined when another payment voucher has this code.
 */
export async function insertPaymentVoucher(
  tx: Db,
  secrets: Secrets,
  voucher: NewPaymentVoucher,
  code: string,
): Promise<Voucher | undefined> {
  if (await isTakenUnderAnyKey(tx, paymentCodeHashes(secrets, code))) return undefined;
  const [row] = await tx
    .insert(vouchers)
    .values({
      ...voucher,
      purpose: 'payment',
      // What paying from a wallet costs is the payer's, and stands in the journal.
      fee: 0n,
      codeEncrypted: sealCode(secrets, voucher.ulid, code),
      codeHash: paymentCodeHash(secrets, code),
      maskedCode: maskCode(
        SHOWN_TO_CREATOR.repeat(code.length),
        drawPositions(PAYMENT_MASKED_DIGITS, code.length),
      ),
      maskedDigits: PAYMENT_MASKED_DIGITS,
      // The column belongs to giveaways; without thresholds nothing of a code ever opens.
      revealMethod: 'views',
    })
    .onConflictDoNothing({ target: vouchers.codeHash })
    .returning();
  return row;
}

/**
 * While a secret is rotated a code has a hash under each of two keys, and the unique index sees no more than
 * one of them. Requests with the same code then wait for one another.
 */
async function isTakenUnderAnyKey(tx: Db, hashes: readonly string[]): Promise<boolean> {
  if (hashes.length === 1) return false;
  const [first] = hashes.toSorted();
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${first}, 0))`);
  const taken = await tx.$count(vouchers, inArray(vouchers.codeHash, [...hashes]));
  return taken > 0;
}
