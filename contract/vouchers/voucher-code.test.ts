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
  findCode,
  isDigits,
} from './voucher-code.ts';

const MASK = '48*0*17*369*5';

it('is made of digits only', () => {
  expect(['4810', '481x', 'x481', 'x', ''].map(isDigits)).toEqual([
    true,
    false,
    false,
    false,
    false,
  ]);
});

describe('masking', () => {
  it('hides the digits at the positions given and finds them again', () => {
    expect(maskCode('4810217536925', [2, 4, 7, 11])).toBe('48*0*17*369*5');
    expect(hiddenPositions(MASK)).toEqual([2, 4, 7, 11]);
  });

  it('opens the leftmost hidden digit, one at a time, until none is left', () => {
    expect(openNextDigit('*810217536925', '4810217536925')).toEqual({
      masked: '4810217536925',
      position: 0,
    });
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
    expect(typeDigit('*810217536925', '4')).toBe('4810217536925');
    expect(eraseDigit(typeDigit(typed, '3'), MASK)).toBe(typed);
  });

  it('ignores what is no digit and what does not fit any more', () => {
    for (const text of ['x', 'x1', '1x']) expect(typeDigit(MASK, text)).toBe(MASK);
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

const CODE = '4471902886130';

it.each([
  CODE,
  ' 4471 9028 86130\n',
  '4471-9028-86130',
  '4471–9028–86130',
  '4471 — 9028 — 86130',
  '4471.9028.86130',
  '4471/9028/86130',
  '4471\u00A09028\u202F86130',
  '4471\u200B9028\u200B86130',
  '\u202A4471\u20119028\u201186130\u202C',
  'code: 4471 9028 86130',
  'code:4471902886130.',
  'Your code is 4471 9028 86130, enjoy',
  '447 190 288 6130',
  '٤٤٧١٩٠٢٨٨٦١٣٠',
  '۴۴۷۱ ۹۰۲۸ ۸۶۱۳۰',
  '４４７１９０２８８６１３０',
  '४४७१ ९०२८ ८६१३०',
  'From +2348012345678: your code is 4471 9028 86130',
  'Part 2 is 20 4471902886130',
  'On 27.11.2026 12345 people, code 4471902886130',
  'https://goodies.test/v/0000000000000 4471902886130',
])('the code is found in %j', (text) => {
  expect(findCode(text)).toBe(CODE);
});

it.each([
  '',
  '447190288613',
  '44719028861301',
  'call 0712345678 now',
  'Call +2348012345678',
  'tel:2348012345678',
  'tel:+234 801 234 5678',
  'https://evil.test/?t=1700000000000',
  'intent://evil.test/1700000000000',
  "javascript:location='/v/4471902886130'",
  'data:text/html,4471902886130',
  'WIFI:S:net;P:4471902886130;;',
  '48*0*17*369*5 is worth 1000',
  '4471902a886130',
])('there is none in %j', (text) => {
  expect(findCode(text)).toBeUndefined();
});

it('is found with whatever stands between its digits, in any script', () => {
  const zeros = fc.constantFrom(0x30, 0x660, 0x6f0, 0x966, 0xe50, 0xff10, 0x1d7d8, 0x1e5f1);
  const between = fc.constantFrom('', ' ', '-', '–', '.', '/', '\u200B', '\u00AD', ' - ');
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(9), between), { minLength: 13, maxLength: 13 }),
      zeros,
      (digits, zero) => {
        const text = digits.map(([digit, sign]) => String.fromCodePoint(zero + digit) + sign);
        expect(findCode(text.join(''))).toBe(digits.map(([digit]) => digit).join(''));
      },
    ),
  );
});
