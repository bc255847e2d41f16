import { expect, it } from 'vitest';

import { rulesJsonOf } from './giveaway-terms.ts';

it('writes the rules as canonical JSON', () => {
  const json = rulesJsonOf({
    amountMinor: 1_000_000n,
    currency: 'NGN',
    hidden: [1, 5],
    revealMethod: 'views',
    firstRevealViews: null,
    secondRevealViews: 200,
    remainingTime: null,
    finalRevealTime: null,
  });
  expect(json).toBe(
    '{"amount":1000000,"closesAtMs":null,"currency":"NGN","feeBp":1000,"firstRevealViews":null,"hidden":[1,5],"opensAtMs":null,"premiumWaitMs":10000,"revealMethod":"views","secondRevealViews":200,"v":1,"waitMs":90000}',
  );
});
