import { expect, test } from 'vitest';

import { whatsAppLink } from '../../../shared/pictures/share-picture.ts';
import { winText } from './share-win-card.tsx';

test('the text names the prize and the way in, and survives the address', () => {
  const text = winText('₦3,000', 'https://goodies.test/welcome?ref=ADA42');
  expect(text).toContain('I won ₦3,000 on Goodies.');
  const query = new URL(whatsAppLink(text)).searchParams;
  expect(query.get('text')).toBe(text);
});
