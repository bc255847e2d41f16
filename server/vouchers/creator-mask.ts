import { HIDDEN } from '../../contract/vouchers/voucher-code.ts';
import type { Secrets } from '../config/secrets.ts';
import type { Voucher } from './voucher-row.ts';
import { openCode } from './voucher-secrets.ts';

/**
 * Stands in the stored mask of a payment voucher for a digit that its creator sees. With ten of thirteen
 * digits in the database, a copy of it would open every code in a thousand tries.
 */
export const SHOWN_TO_CREATOR = '-';

type Masked = Pick<Voucher, 'purpose' | 'ulid' | 'codeEncrypted' | 'maskedCode'>;

/** The masked code as the voucher's creator sees it: of a payment voucher three digits are hidden. */
export function creatorMask(secrets: Secrets, voucher: Masked): string {
  const { purpose, ulid, codeEncrypted, maskedCode } = voucher;
  if (purpose !== 'payment') return maskedCode;
  const code = openCode(secrets, ulid, codeEncrypted);
  return [...maskedCode].map((sign, at) => (sign === HIDDEN ? HIDDEN : code.charAt(at))).join('');
}
