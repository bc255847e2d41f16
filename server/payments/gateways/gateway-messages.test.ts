import { expect, test } from 'vitest';

import { declineReasonOf } from './gateway-messages.ts';

test.each([
  ['Insufficient Funds', 'insufficient_funds'],
  ['Request cancelled by user', 'cancelled'],
  ['Incorrect PIN', 'wrong_pin'],
  ['Transaction timed out', 'expired'],
  ['Declined by Financial Institution', 'declined'],
  // A word that only has these letters inside.
  ['Shipping address unknown', 'declined'],
  [undefined, 'declined'],
  [7, 'declined'],
])('what a gateway writes as %j is %s', (text, reason) => {
  expect(declineReasonOf(text)).toBe(reason);
});
