import { expect, test } from 'vitest';

import type { Standing } from '../../../contract/rewards/rewards.ts';
import { ownRankNote } from './ranking.tsx';

const standing = (rank: number, points: number): Standing => ({
  rank,
  points,
  username: `person_${rank}`,
  avatar: null,
  wins: 0,
  shares: 0,
});
const ten = Array.from({ length: 10 }, (_, index) => standing(index + 1, 2_000 - index * 50));

test('tells how many coins are missing for the top ten', () => {
  expect(ownRankNote({ me: standing(23, 1_250), data: ten }, 'week')).toBe(
    '1,250 coins, 300 more for the top 10',
  );
});

test.each([
  [{ me: standing(10, 1_550), data: ten }, '1,550 coins, in the top 10'],
  [{ me: standing(1, 50), data: [standing(1, 50)] }, '50 coins, in the top 10'],
  [{ me: null, data: ten }, 'No coins earned this week'],
])('tells when there is nothing to catch up with', (answer, note) => {
  expect(ownRankNote(answer, 'week')).toBe(note);
});
