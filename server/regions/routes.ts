import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import type { Deps } from '../deps.ts';
import { callerRegionRoutes } from './caller-region-routes.ts';
import { publicRegionRoutes } from './public-region-routes.ts';
import { testRegionRoutes } from './test-region-routes.ts';

/** Regions and exchange rates, below /api/v1. */
export const regionRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    await app.register(publicRegionRoutes(deps));
    await app.register(callerRegionRoutes(deps));
    if (!deps.config.production) await app.register(testRegionRoutes(deps));
  };
