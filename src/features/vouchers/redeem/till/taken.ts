import type { Redeemed } from '../../../../../workers/commands/redeem-voucher.ts';

/** A voucher that was claimed at this till. */
export interface Taken extends Pick<Redeemed, 'amount' | 'currency'> {
  readonly code: string;
  readonly at: Date;
}
