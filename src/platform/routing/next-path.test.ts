import { describe, expect, it } from 'vitest';

import { loginPathFor, safeNextPath } from './next-path.ts';

describe('safeNextPath', () => {
  it.each(['/wallet', '/v/ABC?ref=X1Y2#top', '/a%26b?x=%2F%2F'])('keeps %s', (path) => {
    expect(safeNextPath(path)).toBe(path);
  });

  it.each([null, undefined, '', 'wallet', 'https://evil.example/', '//evil.example'])(
    'refuses %s',
    (path) => {
      expect(safeNextPath(path, '/home')).toBe('/home');
    },
  );
});

it('comes back from the login page to the same address', () => {
  const path = '/transactions?type=a%26b&page=2';
  const query = new URL(loginPathFor(path), 'https://x.test').searchParams;
  expect(safeNextPath(query.get('next'))).toBe(path);
});
