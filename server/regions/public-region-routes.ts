import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { REGION_KEYS } from '../../contract/region-table.ts';
import { RatesAnswer, RegionsAnswer, type Operator } from '../../contract/regions.ts';
import type { OperatorSettings } from '../config/config.ts';
import type { Deps } from '../deps.ts';
import { publicCache } from '../http/public-cache.ts';
import { presentRegion } from './current-region.ts';
import { readRates } from './read-rates.ts';

const tags = ['Regions'];
const success = true as const;
const REGIONS_MAX_AGE_SECONDS = 3_600;
const RATES_MAX_AGE_SECONDS = 300;

const presentOperator = ({ name, address, socialLinks }: OperatorSettings): Operator => ({
  name: name ?? null,
  address: address ?? null,
  social_links: [...socialLinks],
});

/** What is the same for everybody: regions and exchange rates. */
export const publicRegionRoutes =
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
