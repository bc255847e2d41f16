import { expect, test } from 'vitest';

import { canShareFile } from './share-picture.ts';

test('a picture is shared only where the share sheet takes files', () => {
  const file = new File([], 'win.png', { type: 'image/png' });
  const share = async (): Promise<void> => undefined;
  expect(canShareFile(file, { share, canShare: () => true })).toBe(true);
  expect(canShareFile(file, { share, canShare: () => false })).toBe(false);
  expect(canShareFile(file, { share })).toBe(false);
  expect(canShareFile(file, { canShare: () => true })).toBe(false);
});
