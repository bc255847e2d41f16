import { expect, test } from 'vitest';

import { canShareFile, whatsAppLink, winText } from './share-win-card.tsx';

test('the text names the prize and the way in, and survives the address', () => {
  const text = winText('₦3,000', 'https://goodies.test/welcome?ref=ADA42');
  expect(text).toContain('I won ₦3,000 on Goodies.');
  const query = new URL(whatsAppLink(text)).searchParams;
  expect(query.get('text')).toBe(text);
});

test('a picture is shared only where the share sheet takes files', () => {
  const file = new File([], 'win.png', { type: 'image/png' });
  const share = async (): Promise<void> => undefined;
  expect(canShareFile(file, { share, canShare: () => true })).toBe(true);
  expect(canShareFile(file, { share, canShare: () => false })).toBe(false);
  expect(canShareFile(file, { share })).toBe(false);
  expect(canShareFile(file, { canShare: () => true })).toBe(false);
});
