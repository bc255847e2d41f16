import { randomInt } from 'node:crypto';

import { CODE_LENGTH } from '../../contract/constants.ts';

/** A random code. */
export const drawCode = (length: number = CODE_LENGTH): string =>
  Array.from({ length }, () => randomInt(10)).join('');

/** `count` different random positions of a code, ascending. */
export function drawPositions(count: number, length: number = CODE_LENGTH): number[] {
  const rest = Array.from({ length }, (_, position) => position);
  const drawn = Array.from({ length: count }, () => rest.splice(randomInt(rest.length), 1)[0] ?? 0);
  return drawn.toSorted((a, b) => a - b);
}
