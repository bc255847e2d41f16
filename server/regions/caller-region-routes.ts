import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { DEFAULT_REGION, REGION_KEYS, REGIONS } from '../../contract/region-table.ts';
import {
  CurrentRegionAnswer,
  DetectRegionAnswer,
  SetRegionAnswer,
  SetRegionBody,
} from '../../contract/regions.ts';
import { setUserRegion } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { currentRegion, presentRegion, regionKeyOf } from './current-region.ts';
import { detectRegion } from './detect-region.ts';

const tags = ['Regions'];
const success = true as const;

/** What differs by caller: where they are, and what they chose. */
export const callerRegionRoutes =
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
        const detected = detectRegion(request.ip);
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
      async (request) => {
        const region = regionKeyOf(request.body.region);
        await setUserRegion(deps.db, callerOf(request).userId, region);
        return { success, data: presentRegion(region) };
      },
    );
  };
