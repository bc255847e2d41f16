import { expect, test } from 'vitest';

import { drawQr, qrPath } from './qr-picture.ts';

const LINK = 'https://goodies.test/v/4471902886135';

test('the code has its quiet zone and the three corners that cameras look for', () => {
  const { size, dark } = drawQr(LINK);
  const isDark = (x: number, y: number): boolean => dark.some(([a, b]) => a === x && b === y);
  expect(dark.every(([x, y]) => Math.min(x, y, size - 1 - x, size - 1 - y) >= 4)).toBe(true);
  for (const [x, y] of [
    [4, 4],
    [size - 5, 4],
    [4, size - 5],
  ] as const) {
    expect(isDark(x, y)).toBe(true);
  }
});

test('another link is another picture', () => {
  expect(qrPath(drawQr(LINK))).not.toBe(qrPath(drawQr(`${LINK}1`)));
});
