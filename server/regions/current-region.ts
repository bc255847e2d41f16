import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';

import type { FastifyRequest } from 'fastify';
import { type CountryResponse, Reader } from 'mmdb-lib';

import {
  DEFAULT_REGION,
  isRegionKey,
  normaliseRegion,
  REGION_KEYS,
  REGIONS,
  type RegionKey,
} from '../../contract/region-table.ts';
import type { Region } from '../../contract/regions.ts';
import { getUser } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';

const COUNTRIES = '@ip-location-db/geo-whois-asn-country-mmdb/geo-whois-asn-country.mmdb';

let countries: Reader<CountryResponse> | undefined;

function countryOf(address: string): string | undefined {
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 0) return undefined;
  // The file takes 8 MB, so it is read only when needed.
  countries ??= new Reader(readFileSync(createRequire(import.meta.url).resolve(COUNTRIES)));
  // This file has its own format, for which the library has no types.
  const found: unknown = countries.get(plain);
  return (found as { readonly country_code?: string } | null)?.country_code;
}

/** A client can influence it, so use it for a default only, never for a limit. */
export function detectRegion(
  { config: { countryHeader } }: Pick<Deps, 'config'>,
  { headers, ip }: Pick<FastifyRequest, 'headers' | 'ip'>,
): RegionKey | undefined {
  const told = countryHeader && headers[countryHeader.toLowerCase()];
  const country = typeof told === 'string' ? told.toUpperCase() : countryOf(ip);
  return REGION_KEYS.find((key) => REGIONS[key].code === country);
}

export async function currentRegion(
  deps: Pick<Deps, 'db' | 'config'>,
  request: FastifyRequest,
): Promise<RegionKey> {
  const { caller } = request;
  if (!caller) return detectRegion(deps, request) ?? DEFAULT_REGION;
  return normaliseRegion((await getUser(deps.db, caller.userId)).region);
}

/** @throws AppError `invalid_region` */
export function regionKeyOf(text: string): RegionKey {
  const key = text.toLowerCase();
  if (!isRegionKey(key)) throw new AppError('invalid_region', { values: { region: text } });
  return key;
}

export const presentRegion = (key: RegionKey): Region => ({
  ...REGIONS[key],
  processors: [...REGIONS[key].processors],
});
