import { describe, expect, it } from 'vitest';

import type { Analytics } from '../../../../contract/analytics.ts';
import { countOrUnknown, percent, tip, viewsPerGuess } from './performance-overview.tsx';

const analytics = (changes: Partial<Analytics>): Analytics => ({
  total_views: 100,
  link_clicks: 0,
  uncounted_views: 0,
  uncounted_clicks: 0,
  total_guesses: 20,
  unique_participants: 10,
  unique_devices: 9,
  unique_networks: 4,
  correct_guesses: 0,
  engagement_rate: 20,
  click_through_rate: 0,
  guess_success_rate: 0,
  view_to_guess_ratio: 5,
  guesses_by_day: [],
  timezone: 'Africa/Lagos',
  recent_guesses: [],
  ...changes,
});

describe('figures', () => {
  it('have at most one decimal, and a dash before the draw', () => {
    expect(percent(16.1)).toBe('16.1%');
    expect(percent(0)).toBe('0%');
    expect(percent(null)).toBe('–');
    expect(countOrUnknown(1_356)).toBe('1,356');
    expect(countOrUnknown(null)).toBe('–');
  });

  it('give the views for one guess as N:1', () => {
    expect(viewsPerGuess(analytics({ view_to_guess_ratio: 6.2 }))).toBe('6.2:1');
    expect(viewsPerGuess(analytics({ total_guesses: 0, view_to_guess_ratio: 0 }))).toBe('–');
  });
});

describe('the tip', () => {
  it.each([
    [{ total_views: 0, total_guesses: 0 }, 'Nobody has seen'],
    [{ total_guesses: 0, engagement_rate: 0 }, 'nobody has guessed yet'],
    [{ engagement_rate: 2 }, 'Few of those who look'],
    [{}, 'Share the link again'],
  ])('with %j', (changes, words) => {
    expect(tip(analytics(changes))).toContain(words);
  });
});
