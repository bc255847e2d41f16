import { minorToMajor } from '../../contract/money.ts';
import type { Notice } from './store-notices.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

/** Tells the creator of a voucher that ended unwon or unused where its money is. */
export const expiredNotice = ({ ulid, creatorId, amount, currency, purpose }: Voucher): Notice => ({
  userId: creatorId,
  kind: 'voucher_expired',
  eventKey: `expired:${ulid}`,
  data: { voucher: ulid, amount: minorToMajor(amount), currency, purpose },
});
