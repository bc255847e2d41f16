import { PACE_WINDOW_MS, PACE_WORK_MAX, SIGN_UPS_PER_WINDOW } from '../constants.ts';

/**
 * The work before something that a network does often, times that of a new device: none for as many as its pace
 * allows, then one for as many more, two for the next as many.
 * @param line how many it has done lately, this one included; what its pace allows is taken off as time passes
 */
export const paceWork = (line: number, perWindow: number): number =>
  Math.min(PACE_WORK_MAX, Math.max(0, Math.ceil(line / perWindow) - 1));

/** What so many sign-ups from one network in a row cost. */
export interface SignUpCost {
  /** The work where they come at once, times that of a new device: about a second of a cheap phone. */
  readonly work: number;
  /** How long they take where none of them is to do any. */
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
