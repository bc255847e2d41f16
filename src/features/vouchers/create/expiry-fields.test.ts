import { expect, test } from 'vitest';

import {
  expiryField,
  expiryProblem,
  expiryText,
  momentProblem,
  NO_EXPIRY,
} from './expiry-fields.tsx';

const NOW = new Date('2026-11-21T10:00').getTime();
const until = (expiresAt: string) => ({ doesExpire: true, expiresAt });

test.each([
  ['', 'Choose a day and a time'],
  ['nonsense', 'Choose a day and a time'],
  ['2026-11-21T10:00', 'Choose a later time'],
  ['2028-01-01T10:00', 'Choose a time within a year'],
  ['2026-11-21T10:01', undefined],
])('a moment of "%s"', (text, problem) => {
  expect(momentProblem(text, NOW)).toBe(problem);
  expect(expiryProblem(until(text), NOW)).toBe(problem);
});

test('what is not asked for is not looked at, sent or shown', () => {
  const off = { doesExpire: false, expiresAt: '2020-01-01T10:00' };
  expect([expiryProblem(off, NOW), expiryField(off), expiryText(off)]).toEqual([
    undefined,
    {},
    undefined,
  ]);
  expect(expiryField(NO_EXPIRY)).toEqual({});
});

test('a deadline is sent with its zone, and shown in that of the person', () => {
  const at = '2026-12-24T18:00';
  expect(expiryField(until(at))).toEqual({ expires_at: new Date(at).toISOString() });
  expect(expiryText(until(at))).toBe('Until 24 Dec 2026, 18:00');
  expect(expiryText(until(''))).toBeUndefined();
});
