import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { isIP } from 'node:net';
import type { FastifyRequest } from 'fastify';
import { type CountryResponse, Reader } from 'mmdb-lib';
import type { Static } from 'typebox';

import {
  DEFAULT_REGION,
  isRegionKey,
  normaliseRegion,
  REGION_KEYS,
  REGIONS,
  type RegionKey,
} from '../../contract/region-table.ts';
import {
  type Region,
  RatesAnswer,
  RegionsAnswer,
  type Operator,
  CurrentRegionAnswer,
  DetectRegionAnswer,
  SetRegionAnswer,
  SetRegionBody,
  TestRegionAnswer,
} from '../../contract/regions.ts';
import { getUser, setUserRegion } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import type { OperatorSettings } from '../config/config.ts';
import { publicCache } from '../http/etags.ts';
import { readRates } from './rates.ts';
import { callerOf, type Caller } from '../http/access.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';

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

const presentRegion = (key: RegionKey): Region => ({
  ...REGIONS[key],
  processors: [...REGIONS[key].processors],
});

const route = taggedRoutes('Regions');

async function chooseRegion(
  { db }: Pick<Deps, 'db'>,
  { userId }: Caller,
  body: Static<typeof SetRegionBody>,
): Promise<Static<typeof SetRegionAnswer>> {
  const region = regionKeyOf(body.region);
  await setUserRegion(db, userId, region);
  return { success, data: presentRegion(region) };
}
const REGIONS_MAX_AGE_SECONDS = 3_600;
const RATES_MAX_AGE_SECONDS = 300;

const presentOperator = ({ name, address, socialLinks }: OperatorSettings): Operator => ({
  name: name ?? null,
  address: address ?? null,
  social_links: [...socialLinks],
});

const publicRegionRoutes = routesOf(async (app, deps) => {
  app.get(
    '/regions',
    {
      ...route('public', 'Every region', RegionsAnswer),
      onSend: publicCache(REGIONS_MAX_AGE_SECONDS),
    },
    async () => ({
      success,
      data: Object.fromEntries(
        REGION_KEYS.map((key) => [
          key,
          {
            ...presentRegion(key),
            support_email: deps.config.supportEmail,
            operator: presentOperator(deps.config.operator),
            push: deps.push !== undefined,
            google: deps.google !== undefined,
          },
        ]),
      ),
    }),
  );

  app.get(
    '/exchange-rates',
    {
      ...route('public', 'Rates between all currencies', RatesAnswer),
      onSend: publicCache(RATES_MAX_AGE_SECONDS),
    },
    async () => {
      const { rates, updatedAt, source } = await readRates(deps);
      return { success, data: rates, updated_at: updatedAt.toISOString(), source };
    },
  );
});

const callerRegionRoutes = routesOf(async (app, deps) => {
  app.get(
    '/detect-region',
    route('public', 'The region of the caller’s address', DetectRegionAnswer),
    async (request) => {
      const detected = detectRegion(deps, request);
      const detection = {
        detectionSource: detected ? ('api' as const) : ('default_fallback' as const),
        detectionMethod: detected ? 'address_table' : 'default',
        detectedFromIP: request.ip,
      };
      return {
        success,
        data: { ...presentRegion(detected ?? DEFAULT_REGION), ...detection },
        available_regions: [...REGION_KEYS],
      };
    },
  );

  app.get(
    '/region',
    route('optional', 'The caller’s region', CurrentRegionAnswer),
    async (request) => {
      const region = await currentRegion(deps, request);
      const { currency, currency_symbol, name } = REGIONS[region];
      return { success, data: { region, currency, currency_symbol, name } };
    },
  );

  app.post(
    '/user/region',
    route('user', 'Choose a region', SetRegionAnswer, { body: SetRegionBody }),
    (request) => chooseRegion(deps, callerOf(request), request.body),
  );
});

const testRegionRoutes = routesOf(async (app, deps) => {
  app.get(
    '/test-region',
    route('optional', 'Which region is used', TestRegionAnswer),
    async (request) => ({
      success,
      current_region: await currentRegion(deps, request),
      available_regions: [...REGION_KEYS],
    }),
  );

  app.post(
    '/test/set-user-region',
    route('user', 'Choose a region, for tests', SetRegionAnswer, { body: SetRegionBody }),
    (request) => chooseRegion(deps, callerOf(request), request.body),
  );
});

export const regionRoutes = routesOf(async (app, deps) => {
  await app.register(publicRegionRoutes(deps));
  await app.register(callerRegionRoutes(deps));
  if (!deps.config.production) await app.register(testRegionRoutes(deps));
});
