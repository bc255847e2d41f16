import { expect, test } from 'vitest';
import { clothOf } from './cloth-of.ts';

test('a region has its own cloth', () => {
  expect(clothOf('nigeria', 'any')).toBe('adire');
  expect(clothOf('ghana', 'any')).toBe('kente');
});

test('Kenya has two, and one voucher always gets the same', () => {
  const ids = Array.from({ length: 40 }, (_, index) => `01JD7Q4K${index}`);
  const cloths = ids.map((id) => clothOf('kenya', id));
  expect(new Set(cloths)).toEqual(new Set(['bead', 'shuka']));
  expect(ids.map((id) => clothOf('kenya', id))).toEqual(cloths);
});
