import type { Voucher } from '../../../contract/vouchers.ts';
import { VOUCHER_MESSAGES } from '../../../contract/vouchers/voucher-messages.ts';

/** What is said of one that is over; only its creator sees one that ended before it was paid. */
export const overText = ({ status }: Pick<Voucher, 'status'>): string =>
  status === 'cancelled' || status === 'expired'
    ? `Voucher ${status}`
    : VOUCHER_MESSAGES.voucherUsed;
