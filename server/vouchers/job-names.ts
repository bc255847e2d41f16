export const OPEN_DIGIT = 'open-digit';
export const DRAW_LOTTERY = 'draw-lottery';
export const EXPIRE_VOUCHER = 'expire-voucher';
/** It finds vouchers whose job was missed, e.g. while no server ran. */
export const SWEEP_VOUCHERS = 'sweep-vouchers';
export const SWEEP_TRACES = 'sweep-traces';

export interface VoucherJob {
  readonly voucherId: number;
}

export const SETTLE_ARRIVALS = 'settle-arrivals';
export const SETTLE_VISITOR = 'settle-visitor';

export interface VisitorJob {
  readonly userId: number;
}
