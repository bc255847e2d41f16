import { expect, test } from 'vitest';

import { DAY_MS, HOUR_MS } from '../../../contract/durations.ts';
import { render } from '../../ui/test-render.ts';
import { Ranking } from './ranking.tsx';

test.each([
  [2 * DAY_MS + HOUR_MS, '2 days left'],
  [HOUR_MS / 2, '1 hour left'],
  [-HOUR_MS, 'Over'],
])('a board that ends in %d ms says so: %s', (leftMs, text) => {
  const endsAt = new Date(Date.now() + leftMs).toISOString();
  const { container } = render(
    <Ranking
      answer={{ success: true, data: [], people: 0, me: null, ends_at: endsAt }}
      period="week"
    />,
  );
  expect(container.textContent).toContain(text);
  expect(container.textContent).not.toContain('0 hours');
});
