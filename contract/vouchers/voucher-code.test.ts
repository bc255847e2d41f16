import fc from 'fast-check';
import { describe, expect, it } from 'vitest';

import {
  eraseDigit,
  HIDDEN,
  hiddenPositions,
  maskCode,
  normaliseGuess,
  openNextDigit,
  openPlaces,
  typeDigit,
} from './voucher-code.ts';

const MASK = '48*0*17*369*5';

describe('masking', () => {
  it('hides the digits at the positions given and finds them again', () => {
    expect(maskCode('4810217536925', [2, 4, 7, 11])).toBe('48*0*17*369*5');
    expect(hiddenPositions(MASK)).toEqual([2, 4, 7, 11]);
  });

  it('opens the leftmost hidden digit, one at a time, until none is left', () => {
    expect(openNextDigit(MASK, '4810217536925')).toEqual({ masked: '4810*17*369*5', position: 2 });
    expect(openNextDigit('4810217536925', '4810217536925')).toEqual({
      masked: '4810217536925',
      position: undefined,
    });
  });
});

describe('typing a guess', () => {
  it('fills the first open place and takes the last filled one back', () => {
    const typed = typeDigit(typeDigit(MASK, '1'), '2');
    expect(typed).toBe('4810217*369*5');
    expect(eraseDigit(typed, MASK)).toBe('4810*17*369*5');
    expect(eraseDigit(MASK, MASK)).toBe(MASK);
  });

  it('ignores what is no digit and what does not fit any more', () => {
    expect(typeDigit(MASK, 'x')).toBe(MASK);
    expect(typeDigit('4810217536925', '9')).toBe('4810217536925');
  });

  it('puts altered known digits back and drops everything else', () => {
    expect(normaliseGuess('99*0*17*369*5', MASK)).toBe(MASK);
    expect(normaliseGuess('48a10217', MASK)).toBe('4810217*369*5');
    expect(normaliseGuess('4810217536925777', MASK)).toBe('4810217536925');
  });

  it('keeps length and known digits whatever is typed or pasted', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 40 }), (typed) => {
        const guess = normaliseGuess(typed, MASK);
        const knownKept = [...MASK].every(
          (known, position) => known === HIDDEN || guess.charAt(position) === known,
        );
        return (
          guess.length === MASK.length &&
          knownKept &&
          /^[\d*]+$/.test(guess) &&
          openPlaces(guess) <= 4
        );
      }),
    );
  });
});
