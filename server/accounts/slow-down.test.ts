import { describe, expect, it } from 'vitest';

import { delayMs } from './slow-down.ts';

describe('an address that asks often', () => {
  it('waits longer and longer, and never for ever', () => {
    expect(delayMs(1)).toBe(0);
    expect(delayMs(300)).toBe(0);
    expect(delayMs(301)).toBe(20);
    expect(delayMs(350)).toBe(1_000);
    expect(delayMs(1_000_000)).toBe(3_000);
  });
});
