import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';
import type { Static } from 'typebox';

import { REGION_KEYS, DEFAULT_REGION, REGIONS } from '../../contract/region-table.ts';
import {
  RatesAnswer,
  RegionsAnswer,
  type Operator,
  CurrentRegionAnswer,
  DetectRegionAnswer,
  SetRegionAnswer,
  SetRegionBody,
  TestRegionAnswer,
} from '../../contract/regions.ts';
import type { OperatorSettings } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { publicCache } from '../http/etags.ts';
import { presentRegion, currentRegion, regionKeyOf, detectRegion } from './current-region.ts';
import { readRates } from './rates.ts';
import { setUserRegion } from '../accounts/users.ts';
import { callerOf, type Caller } from '../http/access.ts';

const tags = ['Regions'];
const success = true as const;

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

const publicRegionRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/regions',
      {
        config: { access: 'public' },
        onSend: publicCache(REGIONS_MAX_AGE_SECONDS),
        schema: { summary: 'Every region', tags, response: { 200: RegionsAnswer } },
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
        config: { access: 'public' },
        onSend: publicCache(RATES_MAX_AGE_SECONDS),
        schema: { summary: 'Rates between all currencies', tags, response: { 200: RatesAnswer } },
      },
      async () => {
        const { rates, updatedAt, source } = await readRates(deps);
        return { success, data: rates, updated_at: updatedAt.toISOString(), source };
      },
    );
  };

const callerRegionRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/detect-region',
      {
        config: { access: 'public' },
        schema: {
          summary: 'The region of the caller’s address',
          tags,
          response: { 200: DetectRegionAnswer },
        },
      },
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
      {
        config: { access: 'optional' },
        schema: { summary: 'The caller’s region', tags, response: { 200: CurrentRegionAnswer } },
      },
      async (request) => {
        const region = await currentRegion(deps, request);
        const { currency, currency_symbol, name } = REGIONS[region];
        return { success, data: { region, currency, currency_symbol, name } };
      },
    );

    app.post(
      '/user/region',
      {
        config: { access: 'user' },
        schema: {
          summary: 'Choose a region',
          tags,
          body: SetRegionBody,
          response: { 200: SetRegionAnswer },
        },
      },
      (request) => chooseRegion(deps, callerOf(request), request.body),
    );
  };

const testRegionRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/test-region',
      {
        config: { access: 'optional' },
        schema: { summary: 'Which region is used', tags, response: { 200: TestRegionAnswer } },
      },
      async (request) => ({
        success,
        current_region: await currentRegion(deps, request),
        available_regions: [...REGION_KEYS],
      }),
    );

    app.post(
      '/test/set-user-region',
      {
        config: { access: 'user' },
        schema: {
          summary: 'Choose a region, for tests',
          tags,
          body: SetRegionBody,
          response: { 200: SetRegionAnswer },
        },
      },
      (request) => chooseRegion(deps, callerOf(request), request.body),
    );
  };

export const regionRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(publicRegionRoutes(deps));
    await app.register(callerRegionRoutes(deps));
    if (!deps.config.production) await app.register(testRegionRoutes(deps));
  };
