import { PACE_WINDOW_MS, PACE_WORK_MAX, SIGN_UPS_PER_WINDOW } from '../constants.ts';

/**
 * Required work, in units of a new device's: none up to the rate, one unit up to twice the rate,
 * and so on.
 * @param line recent attempts, this one included
 */
export const paceWork = (line: number, perWindow: number): number =>
  Math.min(PACE_WORK_MAX, Math.max(0, Math.ceil(line / perWindow) - 1));

export interface SignUpCost {
  /** When all come at once. */
  readonly work: number;
  /** When none is to do any work. */
  readonly waitMs: number;
}

export function signUpCost(accounts: number): SignUpCost {
  const lines = Array.from({ length: accounts }, (_, index) => index + 1);
  const gapMs = PACE_WINDOW_MS / SIGN_UPS_PER_WINDOW;
  return {
    work: lines.reduce((sum, line) => sum + paceWork(line, SIGN_UPS_PER_WINDOW), 0),
    waitMs: Math.max(0, accounts - SIGN_UPS_PER_WINDOW) * gapMs,
  };
}
