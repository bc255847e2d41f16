import { expect, it } from 'vitest';

import { drawCode, drawPositions } from './voucher-secrets.ts';

it('drawing gives a code of 13 digits and different positions in order', () => {
  expect(drawCode()).toMatch(/^\d{13}$/);
  for (let round = 0; round < 50; round += 1) {
    const positions = drawPositions(4);
    expect(new Set(positions).size).toBe(4);
    expect(positions).toEqual(positions.toSorted((a, b) => a - b));
    expect(positions.every((position) => position >= 0 && position < 13)).toBe(true);
  }
});
