import { minorToMajor } from '../../contract/money.ts';
import type { Notice } from './store-notices.ts';
import type { Voucher } from '../vouchers/voucher-row.ts';

/** Tells the creator of a giveaway that its prize was won. */
export const wonNotice = ({ ulid, creatorId, amount, currency }: Voucher): Notice => ({
  userId: creatorId,
  kind: 'voucher_redeemed',
  eventKey: `win:${ulid}`,
  data: { voucher: ulid, amount: minorToMajor(amount), currency, purpose: 'giveaway' },
});
