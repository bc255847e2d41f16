import type { RegionKey } from '../../contract/region-table.ts';
import { hashOf } from './hash.ts';

export type ClothVariant = 'adire' | 'kente' | 'bead' | 'shuka';

const BY_REGION: Readonly<Record<RegionKey, readonly ClothVariant[]>> = {
  nigeria: ['adire'],
  ghana: ['kente'],
  kenya: ['bead', 'shuka'],
};

/** The cloth of a region; the id picks among its patterns, so one voucher always looks the same. */
export function clothOf(region: RegionKey, id: string): ClothVariant {
  const variants = BY_REGION[region];
  return variants[hashOf(id) % variants.length] ?? 'adire';
}
