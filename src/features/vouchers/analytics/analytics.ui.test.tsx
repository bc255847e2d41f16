import { describe, expect, it, test, vi } from 'vitest';

import { sampleAnalytics, sampleVoucher } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { dayIn, daysUpTo, fullDay, GuessesChart, weekday } from './guesses-chart.tsx';
import {
  countOrUnknown,
  percent,
  PerformanceOverview,
  tip,
  viewsPerGuess,
} from './performance-overview.tsx';
import { RecentGuesses } from './recent-guesses.tsx';

vi.mock('../../../platform/worker/data-worker.ts', () => ({ callWorker: () => undefined }));

describe('figures', () => {
  it('have at most one decimal, and a dash before the draw', () => {
    expect(percent(16.1)).toBe('16.1%');
    expect(percent(0)).toBe('0%');
    expect(percent(null)).toBe('–');
    expect(countOrUnknown(1_356)).toBe('1,356');
    expect(countOrUnknown(null)).toBe('–');
  });

  it('give the views for one guess as N:1', () => {
    expect(viewsPerGuess(sampleAnalytics({ view_to_guess_ratio: 6.2 }))).toBe('6.2:1');
    expect(viewsPerGuess(sampleAnalytics({ total_guesses: 0, view_to_guess_ratio: 0 }))).toBe('–');
  });
});

it.each([
  [{ total_views: 0, total_guesses: 0 }, 'Nobody has seen'],
  [{ total_guesses: 0, engagement_rate: 0 }, 'nobody has guessed yet'],
  [{ engagement_rate: 2 }, 'Few of those who look'],
  [{}, 'Share the link again'],
])('the tip with %j', (changes, words) => {
  expect(tip(sampleAnalytics(changes))).toContain(words);
});

test('days without a guess are among them, across the end of a month', () => {
  const counts = [
    { date: '2026-10-20', count: 9 },
    { date: '2026-10-31', count: 4 },
    { date: '2026-11-02', count: 7 },
  ];
  expect(daysUpTo(counts, '2026-11-02', 4)).toEqual([
    { date: '2026-10-30', count: 0 },
    { date: '2026-10-31', count: 4 },
    { date: '2026-11-01', count: 0 },
    { date: '2026-11-02', count: 7 },
  ]);
});

test('a day is the creator’s, wherever the phone is', () => {
  const late = new Date('2026-11-02T22:30:00Z');
  expect(dayIn(late, 'Africa/Accra')).toBe('2026-11-02');
  expect(dayIn(late, 'Africa/Nairobi')).toBe('2026-11-03');
});

test('days are named', () => {
  expect(weekday('2026-11-12')).toBe('Thu');
  expect(fullDay('2026-11-12')).toBe('Thu 12 Nov');
});

test('days that were never fetched are not shown as days without a guess', () => {
  const guesses_by_day = [{ date: '2026-11-02', count: 7 }];
  const row = {
    ...sampleVoucher(),
    analytics: sampleAnalytics({ guesses_by_day }),
    fetchedAt: Date.parse('2026-11-03T12:00:00Z'),
  };
  const chartAt = (now: string) => <GuessesChart row={row} now={new Date(now)} />;
  const { container, rerender } = render(chartAt('2026-11-03T12:00:00Z'));
  expect(container.textContent).toContain('Last 7 days');
  rerender(chartAt('2026-11-06T12:00:00Z'));
  expect(container.textContent).toContain('Up to Tue 3 Nov');
  const bars = container.querySelector('[role=img]')?.getAttribute('aria-label');
  expect(bars).toContain('Mon 2 Nov: 7, Tue 3 Nov: 0');
  expect(bars).not.toContain('4 Nov');
});

const NOW = new Date();

/** The figures of a lottery that ends in `ms`, as the phone has them from before its draw. */
const textOf = (ms: number): string => {
  const row = {
    ...sampleVoucher({
      reveal_method: 'lottery',
      final_reveal_time: new Date(NOW.getTime() + ms).toISOString(),
    }),
    analytics: sampleAnalytics({
      correct_guesses: null,
      recent_guesses: [
        {
          user: { username: 'kofi', avatar: null },
          is_correct: null,
          created_at: NOW.toISOString(),
        },
      ],
    }),
    fetchedAt: 0,
  };
  return render(
    <>
      <PerformanceOverview row={row} />
      <RecentGuesses row={row} now={NOW} />
    </>,
  ).container.textContent;
};

test('an entry is in the draw before it, and no longer after it, though who was right is not known here', () => {
  const before = textOf(60_000);
  expect(before).toContain('In the draw');
  expect(before).toContain('Correct guesses, after the draw');
  const after = textOf(-60_000);
  expect(after).toContain('Drawn');
  expect(after).not.toContain('In the draw');
  expect(after).toContain('Correct guesses, not loaded yet');
});
