import type { RegionKey } from '../../../contract/region-table.ts';
import type { PatternVariant } from '../../ui/ticket/pattern.tsx';
import { hashOf } from '../../ui/display/hash.ts';

const BY_REGION: Readonly<Record<RegionKey, readonly PatternVariant[]>> = {
  nigeria: ['adire'],
  ghana: ['kente'],
  kenya: ['bead', 'shuka'],
};

/** The cloth of a region; the id picks among its patterns, so one voucher always looks the same. */
export function patternOf(region: RegionKey, id: string): PatternVariant {
  const variants = BY_REGION[region];
  return variants[hashOf(id) % variants.length] ?? 'adire';
}
