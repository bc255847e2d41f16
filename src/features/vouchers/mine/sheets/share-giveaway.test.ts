import { expect, test } from 'vitest';

import { sampleCreated } from '../../../../../local/testing/samples.ts';
import { howToPlay, openingFact } from './share-giveaway.tsx';

const giveaway = {
  ...sampleCreated({
    purpose: 'giveaway',
    amount: 25_000,
    currency: 'NGN',
    masked_code: '12*45*7890123',
    masked_digits: 2,
    reveal_method: 'views',
    views: 10,
    first_reveal_views: null,
    second_reveal_views: 5_000,
    remaining_time: null,
    final_reveal_time: null,
  }),
  fetchedAt: 0,
};

test('a poster says in three steps what to do and what is won', () => {
  expect(howToPlay(giveaway)).toEqual([
    'Scan the code with the camera of your phone.',
    'Guess the 2 hidden digits.',
    'The first right guess wins ₦25,000, paid at once.',
  ]);
  expect(howToPlay({ ...giveaway, reveal_method: 'lottery' })[2]).toBe(
    'Everyone with the right digits shares ₦25,000.',
  );
  expect(howToPlay({ ...giveaway, masked_code: '1234*67890123' })[1]).toBe(
    'Guess the 1 hidden digit.',
  );
});

test('it says what opens the next digit, while anything does', () => {
  expect(openingFact(giveaway)).toBe('The next digit opens at 5,000 views');
  expect(openingFact({ ...giveaway, views: 5_000 })).toBeUndefined();
  const at = new Date(2026, 10, 28, 9, 5);
  expect(openingFact({ ...giveaway, reveal_method: 'time', remaining_time: at.getTime() })).toBe(
    'The next digit opens on 28 Nov 2026, 09:05',
  );
  const opened = { masked_code: '12345*7890123', remaining_time: at.getTime() };
  expect(openingFact({ ...giveaway, reveal_method: 'time', ...opened })).toBeUndefined();
  expect(openingFact({ ...giveaway, reveal_method: 'time' })).toBeUndefined();
  expect(
    openingFact({ ...giveaway, reveal_method: 'lottery', final_reveal_time: at.toISOString() }),
  ).toBe('Entries close on 28 Nov 2026, 09:05');
  expect(openingFact({ ...giveaway, reveal_method: 'lottery' })).toBeUndefined();
});
