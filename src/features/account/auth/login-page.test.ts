import { expect, test } from 'vitest';

import { loginErrorText } from './login-page.tsx';

test.each([
  [null, undefined],
  ['google_no_code', 'No code received from Google'],
  ['unauthenticated', 'Your session has expired. Please log in again.'],
  ['Call this number: 0800', 'Login failed'],
  ['toString', 'Login failed'],
  ['', 'Login failed'],
])('?error=%s says %s', (error, text) => {
  expect(loginErrorText(error)).toBe(text);
});
