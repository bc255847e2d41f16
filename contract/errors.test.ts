import { describe, expect, it } from 'vitest';

import { errorMessage, ERRORS, isErrorCode } from './errors.ts';
import { fill } from './plain-text.ts';

describe('the error catalogue', () => {
  it('fills placeholders and leaves those without a value', () => {
    expect(errorMessage('wait', { seconds: 90 })).toBe(
      'Please wait 90 seconds before trying again!',
    );
    expect(errorMessage('guess_incomplete', { count: 4 })).toBe(
      'Please replace all 4 asterisks with your guess',
    );
    expect(fill('{a} and {b}', { a: 1 })).toBe('1 and {b}');
  });

  it('gives every server failure a status that fits its kind', () => {
    for (const [code, row] of Object.entries(ERRORS)) {
      expect(row.status === 0 || (row.status >= 400 && row.status < 600), code).toBe(true);
    }
  });

  it('knows its codes and nothing inherited', () => {
    expect(isErrorCode('wrong_guess')).toBe(true);
    expect(isErrorCode('toString')).toBe(false);
    expect(isErrorCode(7)).toBe(false);
  });
});
