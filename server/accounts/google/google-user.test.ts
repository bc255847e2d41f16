import { expect, it } from 'vitest';

import { USERNAME_PATTERN } from '../../../contract/accounts.ts';
import { usernameOf } from './google-user.ts';

it.each([
  ['ada.obi@gmail.com', 'ada_obi'],
  ['Ada+goodies@gmail.com', 'ada'],
  ['..a..@x.test', 'guest_a'],
  ['++@x.test', 'guest'],
  ['élodie@x.test', 'lodie'],
  [`${'long'.repeat(10)}@x.test`, 'long'.repeat(6)],
])('%s is called %s', (email, username) => {
  expect(usernameOf(email, true)).toBe(username);
  expect(username).toMatch(new RegExp(USERNAME_PATTERN));
});

it.each(['a@x.test', `${'long'.repeat(10)}@x.test`, '@x.test'])(
  '%s has another name each time once its own is taken',
  (email) => {
    const names = Array.from({ length: 20 }, () => usernameOf(email, false));
    for (const name of names) expect(name).toMatch(new RegExp(USERNAME_PATTERN));
    expect(new Set(names).size).toBeGreaterThan(10);
  },
);
