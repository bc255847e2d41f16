import type { RISK_WEIGHTS } from './constants.ts';

/**
 * What may speak against a guess: an account younger than a day, one without a proved address, more than three
 * accounts on the device, many newcomers from one network or link on the voucher within an hour, pauses that are
 * too even, an answer within a second of a digit's opening.
 */
export type RiskReason = keyof typeof RISK_WEIGHTS;
