import { expect, test } from 'vitest';
import { patternOf } from './pattern-of.ts';

test('a region has its own cloth', () => {
  expect(patternOf('nigeria', 'any')).toBe('adire');
  expect(patternOf('ghana', 'any')).toBe('kente');
});

test('Kenya has two, and one voucher always gets the same', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `01JD7Q4K${index}`);
  const cloths = ids.map((id) => patternOf('kenya', id));
  expect(new Set(cloths)).toEqual(new Set(['bead', 'shuka']));
  expect(ids.map((id) => patternOf('kenya', id))).toEqual(cloths);
});
