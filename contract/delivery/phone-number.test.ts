import { describe, expect, it } from 'vitest';

import { readNationalNumber, withCountryCode } from './phone-number.ts';

describe('a mobile number', () => {
  it.each([
    ['0803 412 7765', 'nigeria', '8034127765'],
    ['+234 803 412 7765', 'nigeria', '8034127765'],
    ['2348034127765', 'nigeria', '8034127765'],
    ['+2340803-412-7765', 'nigeria', '8034127765'],
    ['803 412 7765', 'nigeria', '8034127765'],
    ['(024) 412 3456', 'ghana', '244123456'],
    ['0233123456', 'ghana', '233123456'],
    ['233244123456', 'ghana', '244123456'],
    ['0712 345 678', 'kenya', '712345678'],
    ['0110345678', 'kenya', '110345678'],
    // As phones copy it from their contacts.
    ['\u202A+234 803 412 7765\u202C', 'nigeria', '8034127765'],
    ['0803\u2011412\u20117765', 'nigeria', '8034127765'],
  ] as const)('%s of %s is %s', (text, region, national) => {
    expect(readNationalNumber(text, region)).toBe(national);
  });

  it.each([
    ['', 'nigeria'],
    ['0803412776', 'nigeria'],
    ['080341277651', 'nigeria'],
    ['+254712345678', 'nigeria'],
    ['0503412776a', 'ghana'],
    ['0812345678', 'kenya'],
  ] as const)('%s is none of %s', (text, region) => {
    expect(readNationalNumber(text, region)).toBeUndefined();
  });

  it('goes to networks with its country’s code', () => {
    expect(withCountryCode('712345678', 'kenya')).toBe('254712345678');
  });
});
