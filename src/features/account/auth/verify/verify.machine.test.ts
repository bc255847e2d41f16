import { expect, test } from 'vitest';

import { STARTING, verifyReducer, type VerifyState } from './verify.machine.ts';

const arrive = (token: string, pendingEmail: string): VerifyState =>
  verifyReducer(STARTING, { type: 'arrive', token, pendingEmail });
const VERIFYING: VerifyState = { phase: 'verifying', token: 'a91f' };

test('a token is tried, also while another mail is awaited', () => {
  expect(arrive('a91f', 'ada@mail.ng')).toEqual(VERIFYING);
});

test('without either it says what is missing', () => {
  expect(arrive('', '')).toEqual({
    phase: 'failed',
    token: '',
    message: 'No verification token provided',
  });
});

test('who waits is done once the address is verified, wherever that was', () => {
  expect(verifyReducer({ phase: 'waiting' }, { type: 'verified' })).toEqual({
    phase: 'verified',
    token: '',
  });
});

test('an answer that comes too late changes nothing', () => {
  const waiting: VerifyState = { phase: 'waiting' };
  expect(verifyReducer(waiting, { type: 'failed', message: 'Failed to verify email' })).toBe(
    waiting,
  );
});
