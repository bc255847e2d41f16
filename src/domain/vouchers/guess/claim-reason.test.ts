import { expect, test } from 'vitest';

import { claimReason, type Circumstances } from './claim-reason.ts';
import type { ShownVoucher } from '../shown-voucher.ts';

const voucher = {
  status: 'active',
  creator: 'ada',
  reveal_method: 'views',
  is_private: false,
} as ShownVoucher;
const now: Circumstances = { isOffline: false, username: 'kofi', hasClosed: false };
const why = (change: Partial<ShownVoucher>, at: Partial<Circumstances> = {}) =>
  claimReason({ ...voucher, ...change }, { ...now, ...at });

test('an open voucher can be guessed, also by visitors', () => {
  expect(why({})).toBeUndefined();
  expect(why({ is_private: true, can_guess: false }, { username: undefined })).toBeUndefined();
});

test.each([
  ['the own one', {}, { username: 'ada' }, 'You cannot guess your own voucher'],
  ['one not paid', { status: 'pending' }, {}, 'This voucher is not active'],
  [
    'a private one',
    { is_private: true, can_guess: false },
    {},
    'You are not allowed to guess this voucher',
  ],
  ['a closed lottery', { reveal_method: 'lottery' }, { hasClosed: true }, 'Entries are closed'],
  ['one past its deadline', {}, { hasClosed: true }, 'This voucher has expired'],
  [
    'without a network',
    {},
    { isOffline: true },
    'You are offline. Connect to the internet to do this.',
  ],
] as const)('%s cannot', (_, change, at, reason) => {
  expect(why(change, at)).toBe(reason);
});

test('a used voucher needs no reason', () => {
  expect(why({ status: 'completed' }, { isOffline: true })).toBeUndefined();
});
