import { expect, test } from 'vitest';

import { withNext } from './sign-in-pages.tsx';

const address = (query: string): string => withNext('/signup', new URLSearchParams(query));

test('place and guess go along from one form to the other, nothing else does', () => {
  expect(address('')).toBe('/signup');
  expect(address('next=%2Fwallet&error=unauthenticated')).toBe('/signup?next=%2Fwallet');
  expect(address('next=%2Fv%2F7&error=guess_login_required')).toBe(
    '/signup?next=%2Fv%2F7&error=guess_login_required',
  );
  expect(address('next=https%3A%2F%2Fevil.test%2F&error=guess_login_required')).toBe('/signup');
});
