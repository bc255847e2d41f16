import { describe, expect, it } from 'vitest';
import { isFresh } from './rows.ts';

const NOW = 1_800_000_000_000;

describe('freshness', () => {
  it.each([
    [NOW, true],
    [NOW - 999, true],
    [NOW - 1_000, false],
    [NOW + 1, false],
  ])('judges a row fetched at %i', (fetchedAt, expected) => {
    expect(isFresh({ fetchedAt }, 1_000, NOW)).toBe(expected);
  });

  it('asks for what is not there', () => {
    expect(isFresh(undefined, 1_000, NOW)).toBe(false);
  });
});
