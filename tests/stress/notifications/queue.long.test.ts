import { expect, it } from 'vitest';

import { runQueue } from '../../../bench/server/queue.ts';
import { percentile } from '../../../bench/statistics.ts';
import { prepareDatabase } from '../../fixtures/database.ts';
import { createDatabase } from '../../fixtures/postgres.ts';

it('urgent pushes leave within seconds while 100,000 others wait, none lost, none twice', async () => {
  const figures = await runQueue({
    databaseUrl: await createDatabase(prepareDatabase),
    waiting: 100_000,
    urgentPerSecond: 20,
    seconds: 15,
    answerMs: 50,
  });
  expect(figures.urgentMs).toHaveLength(figures.urgentTold);
  expect(percentile(figures.urgentMs, 0.95)).toBeLessThan(5_000);
  // News keeps its share meanwhile.
  expect(figures.sent).toBeGreaterThan(figures.urgentTold + 1_000);
  expect([figures.lost, figures.doubled]).toEqual([0, 0]);
});
