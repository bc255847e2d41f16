import { HOLD_MS, RISK_HOLD_BOUND } from '../../../contract/constants.ts';
import type { Hold } from '../../ledger/holds.ts';
import type { Risk } from './score-guess.ts';

/** How long what a guess won is held; undefined where too little speaks against the guess. */
export const holdOf = ({ score, reasons }: Risk, now: Date): Hold | undefined =>
  score > RISK_HOLD_BOUND ? { until: new Date(now.getTime() + HOLD_MS), reasons } : undefined;
