import { expect, it } from 'vitest';

import { limitsToSend } from './play-limits.tsx';

const NOW = Date.UTC(2026, 10, 2, 9);
const until = '2026-11-05T09:00:00.000Z';

it.each([
  ['a new break', null, 7, '2026-11-09T09:00:00.000Z'],
  ['the break that runs', until, 0, until],
  ['no break that is over', '2026-11-01T09:00:00.000Z', 0, null],
  ['no break', null, 0, null],
])('sends %s', (_what, running, days, sent) => {
  const limits = { guesses_per_day: 5, break_until: running };
  expect(limitsToSend(limits, 10, days, NOW)).toEqual({ guesses_per_day: 10, break_until: sent });
});
