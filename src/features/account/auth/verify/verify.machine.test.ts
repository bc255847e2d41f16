import { expect, test } from 'vitest';

import { STARTING, verifyReducer, type VerifyState } from './verify.machine.ts';

const arrive = (token: string, pendingEmail: string): VerifyState =>
  verifyReducer(STARTING, { type: 'arrive', token, pendingEmail });
const VERIFYING: VerifyState = { phase: 'verifying', token: 'a91f' };

test('a token is tried, also while another mail is awaited', () => {
  expect(arrive('a91f', 'ada@mail.ng')).toEqual(VERIFYING);
});

test('without a token it waits for the mail of a sign-up', () => {
  expect(arrive('', 'ada@mail.ng')).toEqual({ phase: 'waiting' });
});

test('without either it says what is missing', () => {
  expect(arrive('', '')).toEqual({
    phase: 'failed',
    token: '',
    message: 'No verification token provided',
  });
});

test('a token works or does not', () => {
  expect(verifyReducer(VERIFYING, { type: 'verified' })).toEqual({
    phase: 'verified',
    token: 'a91f',
  });
  expect(verifyReducer(VERIFYING, { type: 'failed', message: 'Failed to verify email' })).toEqual({
    phase: 'failed',
    token: 'a91f',
    message: 'Failed to verify email',
  });
});

test('a token without its user’s session is good, and asks for it', () => {
  expect(verifyReducer(VERIFYING, { type: 'refused', message: 'Log in' })).toEqual({
    phase: 'needs-login',
    token: 'a91f',
    message: 'Log in',
  });
});

test('without an answer the token is held, tried again, and judged then', () => {
  const held = verifyReducer(VERIFYING, { type: 'held', message: 'Network error occurred' });
  expect(held).toEqual({ ...VERIFYING, hold: 'Network error occurred' });
  const again = verifyReducer(held, { type: 'retried' });
  expect(again).toEqual(VERIFYING);
  expect(verifyReducer(again, { type: 'verified' }).phase).toBe('verified');
});

test('a new mail leads back to waiting, which says so', () => {
  const failed: VerifyState = { phase: 'failed', token: 'a91f', message: 'Failed to verify email' };
  expect(verifyReducer(failed, { type: 'resent', message: 'Sent' })).toEqual({
    phase: 'waiting',
    message: 'Sent',
  });
});

test('an answer that comes too late changes nothing', () => {
  const waiting: VerifyState = { phase: 'waiting' };
  expect(verifyReducer(waiting, { type: 'verified' })).toBe(waiting);
  expect(verifyReducer(waiting, { type: 'failed', message: 'Failed to verify email' })).toBe(
    waiting,
  );
});
