import { expect, test } from 'vitest';

import { mayAutoload } from './video-player.tsx';

test.each([
  [{ onLine: true }, true],
  [{ onLine: true, connection: { effectiveType: '4g' } }, true],
  [{ onLine: true, connection: { effectiveType: '3g' } }, false],
  [{ onLine: true, connection: { effectiveType: 'slow-2g' } }, false],
  [{ onLine: true, connection: { effectiveType: '4g', saveData: true } }, false],
  [{ onLine: false }, false],
])('with %j something large may load by itself: %s', (surroundings, may) => {
  expect(mayAutoload(surroundings)).toBe(may);
});
