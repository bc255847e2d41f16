/** Queues of what happens to a voucher by itself. */
export const OPEN_DIGIT = 'open-digit';
export const DRAW_LOTTERY = 'draw-lottery';
export const EXPIRE_VOUCHER = 'expire-voucher';
/** Looks for vouchers whose moment has passed without their job, e.g. while no server ran. */
export const SWEEP_VOUCHERS = 'sweep-vouchers';
/** Deletes what vouchers that have ended no longer need. */
export const SWEEP_TRACES = 'sweep-traces';

export interface VoucherJob {
  readonly voucherId: number;
}

/** Confirms shares whose visitors had a day. */
export const SETTLE_ARRIVALS = 'settle-arrivals';
/** The same for a visitor who has just proved their address. */
export const SETTLE_VISITOR = 'settle-visitor';

export interface VisitorJob {
  readonly userId: number;
}
