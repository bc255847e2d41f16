import type { RegionKey } from '../../../contract/region-table.ts';
import type { ClothVariant } from '../../ui/ticket/cloth.tsx';
import { hashOf } from '../../ui/display/hash.ts';

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
