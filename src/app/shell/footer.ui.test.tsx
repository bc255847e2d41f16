import { expect, test } from 'vitest';

import { socialName } from './footer.tsx';

test.each([
  ['https://x.com/goodies', 'X'],
  ['https://www.instagram.com/goodies/', 'Instagram'],
  ['https://m.facebook.com/goodies', 'Facebook'],
  ['https://goodies.example/news', 'goodies.example'],
  // Another host that only ends in the same letters.
  ['https://notx.com/goodies', 'notx.com'],
])('%s is called %s', (href, name) => {
  expect(socialName(href)).toBe(name);
});
