import { expect, test } from 'vitest';

import { possibleTries, triedKeys, typedDigits } from './tries.ts';

const MASK = '48*0*';

test('a try is named by the digits that were typed', () => {
  expect(typedDigits('48209', MASK)).toBe('29');
});

test('a digit that opens rules out the tries with another one', () => {
  const codes = ['48109', '48202', '48209'];
  expect(possibleTries(codes, MASK)).toEqual(codes);
  expect(possibleTries(codes, '4820*')).toEqual(['48202', '48209']);
});

test('with one place left, keys that would repeat a try are known', () => {
  const tries = ['48202', '48209', '48309'];
  expect([...triedKeys(tries, '4820*')]).toEqual(['2', '9']);
  expect([...triedKeys(tries, '4830*')]).toEqual(['9']);
  expect([...triedKeys(tries, '4840*')]).toEqual([]);
  expect([...triedKeys(tries, '48*0*')]).toEqual([]);
  expect([...triedKeys(tries, '48209')]).toEqual([]);
});
