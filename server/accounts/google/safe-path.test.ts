import { expect, it } from 'vitest';

import { pathOnOrigin } from '../../../contract/accounts/safe-path.ts';

const ORIGIN = 'https://goodies.test';

it.each([
  ['/wallet?tab=1#top', '/wallet?tab=1#top'],
  [`${ORIGIN}/v/01ABC?ref=X`, '/v/01ABC?ref=X'],
  [`${ORIGIN}:443/`, '/'],
])('%s leads to %s', (target, path) => {
  expect(pathOnOrigin(target, ORIGIN, URL)).toBe(path);
});

it.each([
  '//evil.test/x',
  String.raw`\\evil.test`,
  String.raw`/\evil.test`,
  '/\t/evil.test',
  '/.//evil.test',
  '/a/..//evil.test',
  'https://evil.test',
  'https://goodies.test.evil.test/',
  'https://goodies.test@evil.test/',
  'http://goodies.test/',
  'https://goodies.test:8443/',
  'javascript:alert(1)',
  'data:text/html,x',
  'https://',
])('%s leads nowhere', (target) => {
  expect(pathOnOrigin(target, ORIGIN, URL)).toBeUndefined();
});
