import { expect, test } from 'vitest';

import { guessAfterKey, guessAfterPaste } from './guess-overlay.tsx';

const MASK = '48*0*1';

test.each([
  [MASK, '7', '4870*1'],
  ['4870*1', '6', '487061'],
  ['487061', '5', '487061'],
  ['487061', 'Backspace', '4870*1'],
  [MASK, 'Backspace', MASK],
  [MASK, '٧', '4870*1'],
  [MASK, 'x', undefined],
  [MASK, 'Enter', undefined],
])('%s and the key %s make %s', (guess, key, next) => {
  expect(guessAfterKey(guess, key, MASK)).toBe(next);
});

test.each([
  ['76', '487061'],
  ['7 6', '487061'],
  ['٧٦', '487061'],
  ['7–6', '487061'],
  ['4 8 7 0 6 1', '487061'],
  ['999999', '489091'],
  ['48*061', '48*061'],
  ['123456789', '483051'],
  ['abc', MASK],
])('pasting %s makes %s', (pasted, next) => {
  expect(guessAfterPaste(MASK, pasted, MASK)).toBe(next);
});
