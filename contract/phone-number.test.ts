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
    ['00254712345678', 'kenya', '712345678'],
    ['000254712345678', 'kenya', '712345678'],
    ['0092348034127765', 'nigeria', '8034127765'],
    ['tel:+254712345678', 'kenya', '712345678'],
    ['tel:+254-712-345-678', 'kenya', '712345678'],
    ['0712/345678', 'kenya', '712345678'],
    ['0712.345.678', 'kenya', '712345678'],
    ['٠٧١٢٣٤٥٦٧٨', 'kenya', '712345678'],
    ['＋２５４７１２３４５６７８', 'kenya', '712345678'],
    ['0704 412 7765', 'nigeria', '7044127765'],
    ['0707 412 7765', 'nigeria', '7074127765'],
    ['0911 412 7765', 'nigeria', '9114127765'],
    ['0116 345 678', 'kenya', '116345678'],
    ['0117 345 678', 'kenya', '117345678'],
    ['0762 345 678', 'kenya', '762345678'],
    // As phones copy it from their contacts.
    ['\u202A+234 803 412 7765\u202C', 'nigeria', '8034127765'],
    ['0803\u2011412\u20117765', 'nigeria', '8034127765'],
  ] as const)('%s of %s is %s', (text, region, national) => {
    expect(readNationalNumber(text, region)).toBe(national);
  });

  it.each([
    ['', 'nigeria'],
    ['0803412776', 'nigeria'],
    ['7120345678', 'kenya'],
    ['0803tel:4127765', 'nigeria'],
    ['x tel:08034127765', 'nigeria'],
    ['xtel:08034127765', 'nigeria'],
    ['080341277651', 'nigeria'],
    ['+254712345678', 'nigeria'],
    ['0503412776a', 'ghana'],
    ['0812345678', 'kenya'],
    ['0302123456', 'ghana'],
    ['+233 30 212 3456', 'ghana'],
    ['0202123456', 'kenya'],
    ['0700 123 4567', 'nigeria'],
    ['0800 123 4567', 'nigeria'],
    ['009254712345678', 'nigeria'],
  ] as const)('%s is none of %s', (text, region) => {
    expect(readNationalNumber(text, region)).toBeUndefined();
  });

  it('goes to networks with its country’s code', () => {
    expect(withCountryCode('712345678', 'kenya')).toBe('254712345678');
  });
});
