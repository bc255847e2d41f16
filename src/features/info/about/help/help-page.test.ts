import { expect, test } from 'vitest';

import { findQuestions } from './help-page.tsx';
import { SUBJECTS } from './questions.ts';

const found = (text: string): string[] =>
  findQuestions(SUBJECTS, text).flatMap(({ questions }) => questions.map(({ id }) => id));

test('finds by any words, in any case, by their beginning', () => {
  expect(found('forgot PIN')).toEqual(['pin']);
  expect(found('meter')).toContain('meter-token');
  expect(found('withdr')).toContain('withdraw');
});

test.each([
  ['email', 'verify'],
  ['e-mail', 'verify'],
  ['E mail', 'verify'],
  ['topup', 'top-up-pending'],
  ['deposit', 'top-up-pending'],
  ['top up', 'top-up-pending'],
  ['refund', 'take-back'],
  ['cancel', 'take-back'],
  ['blocked', 'blocked'],
  ['google', 'google'],
  ['mail', 'verify'],
])('finds by the everyday word ‘%s’', (word, id) => {
  expect(found(word)).toContain(id);
});

test('nothing typed is everything, and what nobody asks is nothing', () => {
  expect(found('  ')).toHaveLength(SUBJECTS.flatMap(({ questions }) => questions).length);
  expect(findQuestions(SUBJECTS, 'submarine')).toEqual([]);
  expect(found('.*')).toEqual(found(''));
});

test('each question has an address of its own', () => {
  const ids = SUBJECTS.flatMap(({ questions }) => questions).map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  for (const id of ids) expect(id).toMatch(/^[a-z-]+$/);
});
