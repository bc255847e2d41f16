import { beforeEach, expect, test, describe, vi } from 'vitest';

import { LOCAL } from '../../../../contract/storage-keys.ts';
import {
  CLAIM_KEEP_MS,
  dropClaim,
  isClaimDue,
  removeStoredGuess,
  storeClaim,
  storeGuess,
  storeReturnPath,
  readStoredGuess,
  signInPathFor,
} from './stored-guess.ts';

describe('kept guess', () => {
  const [A, B] = ['01ARZ3NDEKTSV4RRFFQ69G5FAA', '01ARZ3NDEKTSV4RRFFQ69G5FBB'];
  beforeEach(() => localStorage.clear());

  test('digits are kept for each voucher, and go with the last one', () => {
    storeGuess(A, '12*4');
    storeGuess(B, '5*78');
    storeGuess(A, '1234');
    expect([readStoredGuess(A), readStoredGuess(B)]).toEqual(['1234', '5*78']);
    removeStoredGuess(A);
    expect([readStoredGuess(A), readStoredGuess(B)]).toEqual([undefined, '5*78']);
    removeStoredGuess(B);
    expect(localStorage).toHaveLength(0);
  });

  test('the oldest make room', () => {
    for (let n = 0; n < 12; n += 1) storeGuess(`01ARZ${n}`, `${n}`);
    expect(readStoredGuess('01ARZ1')).toBeUndefined();
    expect(readStoredGuess('01ARZ2')).toBe('2');
    expect(readStoredGuess('01ARZ11')).toBe('11');
  });

  test('the way back goes with the guess that it leads to', () => {
    storeGuess(A, '1234');
    storeGuess(B, '5678');
    storeReturnPath(`/v/${A}`);
    removeStoredGuess(B);
    expect(localStorage.getItem(LOCAL.pendingRedirect)).toBe(`/v/${A}`);
    removeStoredGuess(A);
    expect(localStorage.getItem(LOCAL.pendingRedirect)).toBeNull();
  });

  test('digits that were claimed are due for an hour, unless they change or are dropped', () => {
    vi.useFakeTimers({ now: 0 });
    storeGuess(A, '1234');
    expect(isClaimDue(A, '1234')).toBe(false);
    storeClaim(A, '1234');
    expect(readStoredGuess(A)).toBe('1234');
    expect([isClaimDue(A, '1234'), isClaimDue(A, '1235')]).toEqual([true, false]);
    vi.setSystemTime(CLAIM_KEEP_MS);
    expect(isClaimDue(A, '1234')).toBe(false);
    vi.setSystemTime(0);
    dropClaim(A);
    expect(isClaimDue(A, '1234')).toBe(false);
    storeClaim(A, '1234');
    storeGuess(A, '1235');
    expect(isClaimDue(A, '1235')).toBe(false);
    vi.useRealTimers();
  });

  test.each([
    '',
    'null',
    '[1',
    '{"01ARZ3NDEKTSV4RRFFQ69G5FAA":7}',
    '{"01ARZ3NDEKTSV4RRFFQ69G5FAA":{"guess":7}}',
  ])('what somebody else has put there is nothing: %s', (text) => {
    localStorage.setItem(LOCAL.keptGuesses, text);
    expect(readStoredGuess(A)).toBeUndefined();
    storeGuess(A, '1234');
    expect(readStoredGuess(A)).toBe('1234');
  });
});

describe('sign in path', () => {
  beforeEach(() => localStorage.clear());

  test('a newcomer signs up, who was signed in here before logs in; both read why', () => {
    const query = '?next=%2Fv%2F7&error=guess_login_required';
    expect(signInPathFor('/v/7', 'guess_login_required')).toBe(`/signup${query}`);
    localStorage.setItem(LOCAL.hasSignedIn, '1');
    expect(signInPathFor('/v/7', 'guess_login_required')).toBe(`/login${query}`);
  });
});
