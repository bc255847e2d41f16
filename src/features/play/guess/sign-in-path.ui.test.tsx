import { beforeEach, expect, test } from 'vitest';

import { LOCAL } from '../../../../contract/storage-keys.ts';
import { signInPathFor } from './sign-in-path.ts';

beforeEach(() => localStorage.clear());

test('a newcomer signs up, who was signed in here before logs in; both read why', () => {
  const query = '?next=%2Fv%2F7&error=guess_login_required';
  expect(signInPathFor('/v/7', 'guess_login_required')).toBe(`/signup${query}`);
  localStorage.setItem(LOCAL.hasSignedIn, '1');
  expect(signInPathFor('/v/7', 'guess_login_required')).toBe(`/login${query}`);
});
