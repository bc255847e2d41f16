import { expect, it } from 'vitest';

import { dictionaryMatch } from './dictionaries.ts';

it.each([
  ['/assets/wallet-page-MyFHnu5k.js', '/assets/wallet-page-*.js'],
  ['/assets/you-A_b-C9d0.js', '/assets/you-*.js'],
  ['/assets/style.css', '/assets/style.css'],
  ['/assets/entry-client.js', '/assets/entry-client.js'],
  ['/assets/display-MyFHnu5k.woff2', undefined],
  ['/sw.js', undefined],
  ['/welcome.html', undefined],
])('%s is a dictionary for %s', (path, match) => {
  expect(dictionaryMatch(path)).toBe(match);
});
