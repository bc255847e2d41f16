import type { FastifyRequest } from 'fastify';

import {
  DEFAULT_REGION,
  isRegionKey,
  normaliseRegion,
  REGIONS,
  type RegionKey,
} from '../../contract/region-table.ts';
import type { Region } from '../../contract/regions.ts';
import { getUser } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { detectRegion } from './detect-region.ts';

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
