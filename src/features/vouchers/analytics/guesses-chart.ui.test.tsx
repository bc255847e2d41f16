import { expect, test } from 'vitest';

import type { AnalyticsRow } from '../../../../local/rows.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { GuessesChart } from './guesses-chart.tsx';

test('days that were never fetched are not shown as days without a guess', () => {
  const analytics: AnalyticsRow['analytics'] = {
    total_views: 100,
    link_clicks: 0,
    uncounted_views: 0,
    uncounted_clicks: 0,
    total_guesses: 7,
    unique_participants: 3,
    unique_devices: 3,
    unique_networks: 3,
    correct_guesses: 0,
    engagement_rate: 7,
    click_through_rate: 0,
    guess_success_rate: 0,
    view_to_guess_ratio: 14,
    guesses_by_day: [{ date: '2026-11-02', count: 7 }],
    timezone: 'Africa/Lagos',
    recent_guesses: [],
  };
  const row = { ...sampleVoucher(), analytics, fetchedAt: Date.parse('2026-11-03T12:00:00Z') };
  const chartAt = (now: string) => <GuessesChart row={row} now={new Date(now)} />;
  const { container, rerender } = render(chartAt('2026-11-03T12:00:00Z'));
  expect(container.textContent).toContain('Last 7 days');
  rerender(chartAt('2026-11-06T12:00:00Z'));
  expect(container.textContent).toContain('Up to Tue 3 Nov');
  const bars = container.querySelector('[role=img]')?.getAttribute('aria-label');
  expect(bars).toContain('Mon 2 Nov: 7, Tue 3 Nov: 0');
  expect(bars).not.toContain('4 Nov');
});
