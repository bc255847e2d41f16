import { expect, it } from 'vitest';

import { wrongCodesDelayMs, wrongCodesMost, WRONG_CODES_ALARM } from './look-up-code.ts';

it.each([
  [0, 0, 10],
  [WRONG_CODES_ALARM - 1, 0, 10],
  [WRONG_CODES_ALARM, 0, 5],
  [WRONG_CODES_ALARM + 10, 100, 5],
  [WRONG_CODES_ALARM * 2, 3_000, 2],
  [WRONG_CODES_ALARM * 4, 3_000, 1],
  [WRONG_CODES_ALARM * 1_000, 3_000, 1],
])(
  'after %i wrong codes everywhere a look-up waits %i ms and a session has %i',
  (all, ms, most) => {
    expect(wrongCodesDelayMs(all)).toBe(ms);
    expect(wrongCodesMost(all)).toBe(most);
  },
);
