import { expect, test } from 'vitest';

import { DEMO_FRAME_MS, DEMO_FRAMES } from './demo-play.ts';

test('each frame only adds to the one before, and known digits never change', () => {
  for (const [index, { maskedCode, guess }] of DEMO_FRAMES.entries()) {
    expect(guess).toHaveLength(13);
    expect(maskedCode).toHaveLength(13);
    for (const [place, known] of [...maskedCode].entries()) {
      if (known !== '*') expect(guess[place]).toBe(known);
    }
    const before = DEMO_FRAMES[index - 1]?.guess ?? guess;
    for (const [place, digit] of [...before].entries()) {
      if (digit !== '*') expect(guess[place]).toBe(digit);
    }
  }
  expect(DEMO_FRAMES.at(-1)?.maskedCode).not.toContain('*');
});

test('it is over within five seconds', () => {
  expect(DEMO_FRAME_MS * DEMO_FRAMES.length).toBeLessThan(5_000);
});
