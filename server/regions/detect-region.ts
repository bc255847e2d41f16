import { BlockList, isIP } from 'node:net';

import { REGION_KEYS, type RegionKey } from '../../contract/region-table.ts';
import { ADDRESS_RANGES } from './address-ranges.ts';

let lists: ReadonlyMap<RegionKey, BlockList> | undefined;

/**
 * The region whose networks an address belongs to, by the table shipped with the server; undefined for
 * any other address, private ones included. Good for a default, never for a limit or a proof.
 */
export function detectRegion(address: string): RegionKey | undefined {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  const version = isIP(plain);
  if (version === 0) return undefined;
  lists ??= new Map(REGION_KEYS.map((key) => [key, listOf(ADDRESS_RANGES[key])]));
  for (const [key, list] of lists) {
    if (list.check(plain, version === 4 ? 'ipv4' : 'ipv6')) return key;
  }
  return undefined;
}

function listOf(ranges: string): BlockList {
  const list = new BlockList();
  for (const range of ranges.split(/\s+/).filter(Boolean)) {
    const [first = '', last = ''] = range.split('-');
    list.addRange(first, last, isIP(first) === 4 ? 'ipv4' : 'ipv6');
  }
  return list;
}
