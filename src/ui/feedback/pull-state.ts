import { PULL_MAX_PX, PULL_THRESHOLD_PX } from '../../../contract/constants.ts';

/** How far the page follows a finger that moved `distance` px: half of it, at most 100 px, never up. */
export const pullOf = (distance: number): number =>
  Math.min(PULL_MAX_PX, Math.max(0, distance / 2));

export const isPastThreshold = (pull: number): boolean => pull >= PULL_THRESHOLD_PX;
