import { expect, it } from 'vitest';

import { squareOf, WHOLE } from './avatar-picker.tsx';

const wide = { width: 600, height: 300 };

it.each([
  [WHOLE, { x: 150, y: 0, side: 300 }],
  [
    { ...WHOLE, across: 0 },
    { x: 0, y: 0, side: 300 },
  ],
  [
    { zoom: 2, across: 1, down: 1 },
    { x: 450, y: 150, side: 150 },
  ],
  [
    { ...WHOLE, zoom: 0.5 },
    { x: 150, y: 0, side: 300 },
  ],
])('%o shows that square', (crop, square) => {
  expect(squareOf(wide, crop)).toEqual(square);
});
