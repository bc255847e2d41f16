import { BlockList, isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';

import {
  REGION_KEYS,
  type RegionKey,
  DEFAULT_REGION,
  isRegionKey,
  normaliseRegion,
  REGIONS,
} from '../../contract/region-table.ts';
import { ADDRESS_RANGES } from './address-ranges.ts';
import type { Region } from '../../contract/regions.ts';
import { getUser } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';

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

/** The region a signed-in caller chose, else the one their address is in, else the default. */
export async function currentRegion(
  deps: Pick<Deps, 'db'>,
  { caller, ip }: FastifyRequest,
): Promise<RegionKey> {
  if (!caller) return detectRegion(ip) ?? DEFAULT_REGION;
  return normaliseRegion((await getUser(deps.db, caller.userId)).region);
}

/** @throws AppError `invalid_region`. */
export function regionKeyOf(text: string): RegionKey {
  const key = text.toLowerCase();
  if (!isRegionKey(key)) throw new AppError('invalid_region', { values: { region: text } });
  return key;
}

/** A region as the API shows it; a copy, since the table is read-only. */
export const presentRegion = (key: RegionKey): Region => ({
  ...REGIONS[key],
  processors: [...REGIONS[key].processors],
});
