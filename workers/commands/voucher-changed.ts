import type { ErrorCode } from '../../contract/errors.ts';
import type { Failure } from '../../contract/result.ts';

const CHANGED = new Set<ErrorCode>([
  'voucher_used',
  'voucher_expired',
  'voucher_not_active',
  'entries_closed',
  'price_changed',
]);

/** Whether a failure says that the voucher is no longer what the screen shows. */
export const isVoucherChanged = ({ code }: Failure): boolean => CHANGED.has(code);
