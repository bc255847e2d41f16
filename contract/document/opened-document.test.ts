import { expect, it } from 'vitest';

import { hasSignedInCookie, signedInCookie } from './opened-document.ts';

it('sets the cookie for thirty days, for this site alone, behind https only where the page is', () => {
  expect(signedInCookie(true, true)).toBe(
    'signed_in=1; path=/; max-age=2592000; samesite=lax; secure',
  );
  expect(signedInCookie(true, false)).not.toContain('secure');
  expect(signedInCookie(false, true)).toContain('max-age=-1');
});

it.each([
  [undefined, false],
  ['', false],
  ['signed_in=1', true],
  ['a=b;signed_in=1; c=d', true],
  ['signed_in=10', false],
  ['not_signed_in=1', false],
])('reads %s', (header, expected) => {
  expect(hasSignedInCookie(header)).toBe(expected);
});
