import { describe, expect, it } from 'vitest';
import { countTests } from './test-counts.ts';

describe('reading test counts', () => {
  it.each([
    [
      'vitest',
      '\u001B[2m      Tests \u001B[22m \u001B[1m2 failed\u001B[22m | \u001B[32m88 passed\u001B[39m (90)\n',
      88,
      2,
    ],
    ['vitest with success', ' Test Files  2 passed (2)\n      Tests  88 passed (88)\n', 88, 0],
    ['Playwright', '  2 failed\n    [x] › a.spec.ts:1:1\n  7 passed (12.3s)\n', 7, 2],
    ['our own tools', 'x\ncheck: 6 passed, 1 failed\nfailed: lint\n', 6, 1],
  ])('of %s', (_, output, passed, failed) => {
    expect(countTests(output)).toEqual({ passed, failed });
  });

  it('knows when nothing was counted', () => {
    expect(countTests('built app in 3.0 s\n')).toBeUndefined();
  });
});
