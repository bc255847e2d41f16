import { describe, expect, it } from 'vitest';

import { normaliseRegion, REGIONS } from './region-table.ts';

describe('regions', () => {
  it.each([
    ['Ghana', 'ghana'],
    [{ key: 'KENYA' }, 'kenya'],
    ['atlantis', 'nigeria'],
    [undefined, 'nigeria'],
    [{ name: 'Kenya' }, 'nigeria'],
  ])('normalises %j', (value, key) => {
    expect(normaliseRegion(value)).toBe(key);
  });

  it('offers its default processor among its processors', () => {
    for (const region of Object.values(REGIONS))
      expect(region.processors).toContain(region.default_processor);
  });
});
