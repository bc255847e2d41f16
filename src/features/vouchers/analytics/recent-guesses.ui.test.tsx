import { expect, test, vi } from 'vitest';

import type { AnalyticsRow } from '../../../../local/rows.ts';
import { sampleVoucher } from '../../../../local/testing/samples.ts';
import { render } from '../../../ui/test-render.ts';
import { PerformanceOverview } from './performance-overview.tsx';
import { RecentGuesses } from './recent-guesses.tsx';

vi.mock('../../../platform/worker/data-worker.ts', () => ({ callWorker: () => undefined }));

const NOW = new Date();

/** The figures of a lottery that ends in `ms`, as the phone has them from before its draw. */
const textOf = (ms: number): string => {
  const row = {
    ...sampleVoucher({
      reveal_method: 'lottery',
      final_reveal_time: new Date(NOW.getTime() + ms).toISOString(),
    }),
    analytics: {
      correct_guesses: null,
      recent_guesses: [
        {
          user: { username: 'kofi', avatar: null },
          is_correct: null,
          created_at: NOW.toISOString(),
        },
      ],
    },
  } as unknown as AnalyticsRow;
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
