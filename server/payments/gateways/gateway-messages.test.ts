import { expect, test } from 'vitest';

import { channelOf, declineReasonOf } from './gateway-messages.ts';

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

test.each([
  ['card', 'card'],
  ['google_pay', 'card'],
  ['Bank Transfer', 'bank_transfer'],
  ['mobile_money_ghana', 'mobile_money'],
  ['bank', 'other'],
  ['', 'other'],
  [undefined, 'other'],
  [null, 'other'],
  [{}, 'other'],
])('the channel %j is %s', (name, channel) => {
  expect(channelOf(name)).toBe(channel);
});
