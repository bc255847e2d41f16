import { expect, it } from 'vitest';

import { changesOf, personalFaults } from './personal-info.ts';

const ada = { username: 'ada', email: 'ada@mail.test' };
const form = { ...ada, password: '' };

it('sends what has changed, another address with the password', () => {
  expect(changesOf(ada, { ...form, username: ' Ada ' })).toEqual({});
  expect(changesOf(ada, { ...form, username: 'ada_b' })).toEqual({ username: 'ada_b' });
  expect(changesOf(ada, { ...form, email: 'Ada@New.test', password: 'p' })).toEqual({
    email: 'ada@new.test',
    password: 'p',
  });
});

it.each([
  [form, []],
  [{ ...form, username: 'a b' }, ['username']],
  [{ ...form, email: 'ada' }, ['email', 'password']],
  [{ ...form, email: 'ada@new.test' }, ['password']],
])('finds what is wrong with %o', (typed, fields) => {
  expect(Object.keys(personalFaults(ada, typed))).toEqual(fields);
});
