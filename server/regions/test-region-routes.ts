import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { REGION_KEYS } from '../../contract/region-table.ts';
import { SetRegionAnswer, SetRegionBody, TestRegionAnswer } from '../../contract/regions.ts';
import { setUserRegion } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { callerOf } from '../http/access.ts';
import { currentRegion, presentRegion, regionKeyOf } from './current-region.ts';

const tags = ['Regions'];
const success = true as const;

/** For trying regions out; registered outside production only. */
export const testRegionRoutes =
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
      async (request) => {
        const region = regionKeyOf(request.body.region);
        await setUserRegion(deps.db, callerOf(request).userId, region);
        return { success, data: presentRegion(region) };
      },
    );
  };
