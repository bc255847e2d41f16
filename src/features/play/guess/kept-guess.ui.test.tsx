import { beforeEach, expect, test } from 'vitest';

import { LOCAL } from '../../../../contract/storage-keys.ts';
import { dropKeptGuess, keepGuess, keepWayBack, readKeptGuess } from './kept-guess.ts';

const [A, B] = ['01ARZ3NDEKTSV4RRFFQ69G5FAA', '01ARZ3NDEKTSV4RRFFQ69G5FBB'];
beforeEach(() => localStorage.clear());

test('digits are kept for each voucher, and go with the last one', () => {
  keepGuess(A, '12*4');
  keepGuess(B, '5*78');
  keepGuess(A, '1234');
  expect([readKeptGuess(A), readKeptGuess(B)]).toEqual(['1234', '5*78']);
  dropKeptGuess(A);
  expect([readKeptGuess(A), readKeptGuess(B)]).toEqual([undefined, '5*78']);
  dropKeptGuess(B);
  expect(localStorage).toHaveLength(0);
});

test('the oldest make room', () => {
  for (let n = 0; n < 12; n += 1) keepGuess(`01ARZ${n}`, `${n}`);
  expect(readKeptGuess('01ARZ1')).toBeUndefined();
  expect(readKeptGuess('01ARZ2')).toBe('2');
  expect(readKeptGuess('01ARZ11')).toBe('11');
});

test('the way back goes with the guess that it leads to', () => {
  keepGuess(A, '1234');
  keepGuess(B, '5678');
  keepWayBack(`/v/${A}`);
  dropKeptGuess(B);
  expect(localStorage.getItem(LOCAL.pendingRedirect)).toBe(`/v/${A}`);
  dropKeptGuess(A);
  expect(localStorage.getItem(LOCAL.pendingRedirect)).toBeNull();
});

test.each(['', 'null', '[1', '{"01ARZ3NDEKTSV4RRFFQ69G5FAA":7}'])(
  'what somebody else has put there is nothing: %s',
  (text) => {
    localStorage.setItem(LOCAL.keptGuesses, text);
    expect(readKeptGuess(A)).toBeUndefined();
    keepGuess(A, '1234');
    expect(readKeptGuess(A)).toBe('1234');
  },
);
