import { describe, expect, it } from 'vitest';

import { ADDRESS_RANGES } from './address-ranges.ts';
import { detectRegion } from './current-region.ts';

describe('detecting a region', () => {
  it.each([
    ['41.58.1.1', 'nigeria'],
    ['::ffff:41.58.1.1', 'nigeria'],
    ['2c0f:2a80::1', 'nigeria'],
    ['41.66.200.1', 'ghana'],
    ['105.160.0.1', 'kenya'],
    ['8.8.8.8', undefined],
    ['2001:4860:4860::8888', undefined],
    ['10.1.2.3', undefined],
    ['192.168.1.1', undefined],
    ['127.0.0.1', undefined],
    ['::1', undefined],
    ['fe80::1', undefined],
    ['not an address', undefined],
    ['', undefined],
  ])('%s is in %s', (address, region) => {
    expect(detectRegion(address)).toBe(region);
  });

  it('finds the first and the last address of every network in the table', () => {
    for (const [region, ranges] of Object.entries(ADDRESS_RANGES)) {
      for (const address of ranges.trim().split(/[\s-]+/)) {
        expect(detectRegion(address), address).toBe(region);
      }
    }
  });
});
