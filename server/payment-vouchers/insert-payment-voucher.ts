import { PAYMENT_MASKED_DIGITS } from '../../contract/constants.ts';
import { maskCode } from '../../contract/vouchers/voucher-code.ts';
import type { Db } from '../db/database.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Secrets } from '../secrets.ts';
import { drawPositions } from '../vouchers/draw-code.ts';
import { sealCode } from '../vouchers/voucher-secrets.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';
import { paymentCodeHash } from '../vouchers/look-up-code.ts';

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
 * Stores a payment voucher with its code sealed and three random digits of it masked.
 * @returns undefined when another payment voucher has this code.
 */
export async function insertPaymentVoucher(
  tx: Db,
  secrets: Secrets,
  voucher: NewPaymentVoucher,
  code: string,
): Promise<Voucher | undefined> {
  const [row] = await tx
    .insert(vouchers)
    .values({
      ...voucher,
      purpose: 'payment',
      // What paying from a wallet costs is the payer's, and stands in the journal.
      fee: 0n,
      codeEncrypted: sealCode(secrets, voucher.ulid, code),
      codeHash: paymentCodeHash(secrets, code),
      maskedCode: maskCode(code, drawPositions(PAYMENT_MASKED_DIGITS, code.length)),
      maskedDigits: PAYMENT_MASKED_DIGITS,
      // The column belongs to giveaways; without thresholds nothing of a code ever opens.
      revealMethod: 'views',
    })
    .onConflictDoNothing({ target: vouchers.codeHash })
    .returning();
  return row;
}
