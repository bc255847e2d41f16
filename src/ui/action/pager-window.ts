import { PAGER_BUTTONS } from '../../../contract/constants.ts';

/** The pages a pager offers: the current one with two on each side, moved inwards at the ends. */
export function pagerWindow(current: number, last: number): number[] {
  const count = Math.min(PAGER_BUTTONS, Math.max(1, last));
  const centred = current - Math.floor(PAGER_BUTTONS / 2);
  const first = Math.max(1, Math.min(centred, last - count + 1));
  return Array.from({ length: count }, (_, index) => first + index);
}
