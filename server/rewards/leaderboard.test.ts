import { describe, expect, it } from 'vitest';

import { boardOf, endOfPeriod } from './leaderboard.ts';

const at = (text: string): Date => new Date(text);

describe('a board', () => {
  it.each([
    ['2026-11-22T23:59:59.999Z', '2026-W47', '2026-11-23T00:00:00.000Z'],
    ['2026-11-23T00:00:00.000Z', '2026-W48', '2026-11-30T00:00:00.000Z'],
    // A week belongs to the year that has its Thursday.
    ['2026-12-31T12:00:00.000Z', '2026-W53', '2027-01-04T00:00:00.000Z'],
    ['2027-01-03T12:00:00.000Z', '2026-W53', '2027-01-04T00:00:00.000Z'],
    ['2025-12-29T00:00:00.000Z', '2026-W01', '2026-01-05T00:00:00.000Z'],
  ])('of the week at %s is %s and ends at %s', (moment, board, end) => {
    expect(boardOf('week', at(moment))).toBe(board);
    expect(endOfPeriod('week', at(moment))?.toISOString()).toBe(end);
  });

  it('of a month ends with it, of December with the year', () => {
    expect(boardOf('month', at('2026-12-31T23:59:59Z'))).toBe('2026-12');
    expect(endOfPeriod('month', at('2026-12-31T23:59:59Z'))?.toISOString()).toBe(
      '2027-01-01T00:00:00.000Z',
    );
  });

  it('of all time does not end', () => {
    expect(boardOf('all', at('2026-12-31T23:59:59Z'))).toBe('all');
    expect(endOfPeriod('all', at('2026-12-31T23:59:59Z'))).toBeNull();
  });
});
