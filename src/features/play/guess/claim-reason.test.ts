import { expect, test } from 'vitest';

import { claimReason, type ClaimContext } from './claim-reason.ts';
import type { ShownVoucher } from '../../../shared/vouchers/shown-voucher.ts';

const MADE_AT = '2026-11-20T08:30:00';
const voucher = {
  status: 'active',
  creator: 'ada',
  reveal_method: 'views',
  is_private: false,
  entry_rule: 'everybody',
} as ShownVoucher;
const now: ClaimContext = {
  isOffline: false,
  user: { username: 'kofi', points: 20, email_verified: true, created_at: MADE_AT },
  isAged: true,
  hasClosed: false,
  startsOn: undefined,
  isRefuted: false,
};
const why = (change: Partial<ShownVoucher>, at: Partial<ClaimContext> = {}) =>
  claimReason({ ...voucher, ...change }, { ...now, ...at });

test('an open voucher can be guessed, also by visitors', () => {
  expect(why({})).toBeUndefined();
  expect(why({ can_guess: false }, { user: undefined })).toBeUndefined();
  expect(why({ reveal_method: 'lottery', entry_cost: 50 }, { user: undefined })).toBeUndefined();
  expect(why({ reveal_method: 'lottery', entry_cost: 20, my_entries: 19 })).toBeUndefined();
});

test('one that has not started says when it does, to everybody but its creator', () => {
  const later = { startsOn: '4 Dec, 18:00' };
  const text = 'Opens to guesses on 4 Dec, 18:00';
  expect(why({}, later)).toBe(text);
  expect(why({}, { ...later, user: undefined })).toBe(text);
  expect(why({ is_private: true, can_guess: false }, later)).toBe(text);
  expect(why({ creator: 'kofi' }, later)).toBe('You cannot guess your own voucher');
});

test('a private one is for those who are invited, who have to be known', () => {
  const visitor = { user: undefined };
  expect(why({ is_private: true, can_guess: true })).toBeUndefined();
  expect(why({ is_private: true, can_guess: false }, visitor)).toBe('Invited? Log in to guess.');
  // From a list, which says nothing about the caller.
  expect(why({ is_private: true }, visitor)).toBe('Invited? Log in to guess.');
});

test('who is invited and cannot guess yet, or any more, reads why', () => {
  const invited = { is_private: true, is_invited: true, can_guess: false };
  const unverified = {
    user: { username: 'kofi', points: 20, email_verified: false, created_at: MADE_AT },
  };
  expect(why({ ...invited, entry_rule: 'verified' }, unverified)).toBe(
    'Verify your e-mail to guess this voucher',
  );
  expect(why({ ...invited, reveal_method: 'lottery', my_entries: 20 })).toBe(
    'You have used all 20 entries',
  );
  expect(why({ ...invited, is_invited: false, entry_rule: 'verified' }, unverified)).toBe(
    'You are not allowed to guess this voucher',
  );
});

test('one with a rule is for those whom it lets in, and says how to become one of them', () => {
  const visitor = { user: undefined };
  const unverified = {
    user: { username: 'kofi', points: 20, email_verified: false, created_at: MADE_AT },
  };
  const verifyFirst = 'Verify your e-mail to guess this voucher';
  expect(why({ entry_rule: 'everybody' }, unverified)).toBeUndefined();
  expect(why({ entry_rule: 'verified' }, visitor)).toBeUndefined();
  expect(why({ entry_rule: 'verified' }, unverified)).toBe(verifyFirst);
  expect(why({ entry_rule: 'verified' }, { ...unverified, isOffline: true })).toBe(verifyFirst);
  expect(why({ entry_rule: 'verified' }, { isAged: false })).toBeUndefined();
  expect(why({ entry_rule: 'aged' }, visitor)).toBe(
    'Is your account older than a week? Log in to guess.',
  );
  expect(why({ entry_rule: 'aged' }, unverified)).toBe(verifyFirst);
  expect(why({ entry_rule: 'aged' }, { isAged: false })).toBe(
    'You can guess this voucher from 27 Nov, 08:30, when your account is a week old',
  );
  expect(why({ entry_rule: 'aged' })).toBeUndefined();
  // Saved by an app that knew of no rules.
  const { entry_rule: _, ...before } = voucher;
  expect(claimReason(before as ShownVoucher, { ...now, ...unverified })).toBeUndefined();
});

test.each([
  [
    'the own one',
    {},
    { user: { username: 'ada', points: 0, email_verified: true, created_at: MADE_AT } },
    'You cannot guess your own voucher',
  ],
  ['one not paid', { status: 'pending' }, {}, 'This voucher is not active'],
  [
    'a private one',
    { is_private: true, can_guess: false },
    {},
    'You are not allowed to guess this voucher',
  ],
  ['a closed lottery', { reveal_method: 'lottery' }, { hasClosed: true }, 'Entries are closed'],
  [
    'a lottery of which too few coins are left',
    { reveal_method: 'lottery', entry_cost: 50, my_entries: 1 },
    {},
    'Another entry costs 50 coins and you have 20. A share earns you 50.',
  ],
  [
    'a lottery with all entries used',
    { reveal_method: 'lottery', entry_cost: 50, my_entries: 20 },
    {},
    'You have used all 20 entries',
  ],
  [
    'one whose proof does not hold',
    {},
    { isRefuted: true },
    'This voucher’s proof does not hold, so it takes no guess from here. Open ‘Is it fair?’ and save the proof.',
  ],
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
