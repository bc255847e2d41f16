import { PACE_WINDOW_MS, PACE_WORK_MAX, SIGN_UPS_PER_WINDOW } from '../constants.ts';

/** Proof of work for attempt number `line`, in units of a new device's work. */
export const paceWork = (line: number, perWindow: number): number =>
  Math.min(PACE_WORK_MAX, Math.max(0, Math.ceil(line / perWindow) - 1));

export interface SignUpCost {
  readonly work: number;
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
