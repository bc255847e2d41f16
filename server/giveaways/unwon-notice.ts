import { minorToMajor } from '../../contract/money.ts';
import type { Notice } from '../notifications/store-notices.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

/** Tells the creator of a giveaway that ended without a winner where its prize is. */
export const unwonNotice = ({ ulid, creatorId, amount, currency }: Voucher): Notice => ({
  userId: creatorId,
  kind: 'voucher_expired',
  eventKey: `expired:${ulid}`,
  data: { voucher: ulid, amount: minorToMajor(amount), currency, purpose: 'giveaway' },
});
