import { expect, test } from 'vitest';

import { namedUsers } from './add-users.tsx';

test.each([
  ['ada', ['ada']],
  [' @ada, kofi@mail.test;  wanjiru\nada ', ['ada', 'kofi@mail.test', 'wanjiru']],
  ['kofi, @kofi, Kofi', ['Kofi']],
  ['kofi@mail.test Kofi@Mail.test', ['kofi@mail.test']],
  ['Kofi Mensah <kofi@mail.test>, Ada Obi <ada@mail.test>;', ['kofi@mail.test', 'ada@mail.test']],
  ['kofi@mail.test\u200B mailto:ada@mail.test', ['kofi@mail.test', 'ada@mail.test']],
])('%j names people', (text, names) => {
  expect(namedUsers(text)).toEqual({ ok: true, order: names });
});

test('no entry is told', () => {
  expect(namedUsers(' , ')).toEqual({
    ok: false,
    errors: { users: 'Enter a username or an e-mail address' },
  });
});

test('as many as one call takes', () => {
  const list = (length: number): string =>
    Array.from({ length }, (_, index) => `person_${index}`).join(',');
  expect(namedUsers(list(200))).toMatchObject({ ok: true });
  expect(namedUsers(list(201))).toEqual({
    ok: false,
    errors: { users: 'Add at most 200 people at a time' },
  });
});
