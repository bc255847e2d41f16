import { expect, it } from 'vitest';

import { deviceName } from './device-name.ts';

it.each([
  [
    'Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 Chrome/120.0.0.0 Mobile Safari/537.36',
    'Chrome on Android',
  ],
  ['Opera/9.80 (Android; Opera Mini/36.2/119.132; U; en) Presto/2.12', 'Opera Mini on Android'],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) Version/17.0 Safari/604.1',
    'Safari on iPhone',
  ],
  ['', 'A browser'],
])('%s is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name);
});
