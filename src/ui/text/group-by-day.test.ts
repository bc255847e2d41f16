import { expect, test } from 'vitest';

import { groupByDay } from './group-by-day.ts';

test('days are called by their distance, else in full, and keep the order of their rows', () => {
  const at = (day: number, hour: number) => ({
    created_at: new Date(2026, 10, day, hour).toISOString(),
  });
  const rows = [at(20, 14), at(20, 9), at(19, 12), at(16, 12)];
  const days = groupByDay(rows, new Date(2026, 10, 20, 15));
  expect(days).toEqual([
    { label: 'Today', rows: rows.slice(0, 2) },
    { label: 'Yesterday', rows: [rows[2]] },
    { label: '16 November 2026', rows: [rows[3]] },
  ]);
});
