import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { minorToMajor } from '../../contract/money.ts';
import {
  type AirtimeNetwork,
  AirtimeNetworksAnswer,
  AirtimeNetworksQuery,
  AirtimePurchaseAnswer,
  AirtimePurchaseBody,
} from '../../contract/purchases.ts';
import { REGIONS } from '../../contract/region-table.ts';
import type { Deps } from '../deps.ts';
import { taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { ofRequest } from '../of-request.ts';
import { currentRegion } from '../regions/regions.ts';
import {
  airtimeSupplierIn,
  buyAirtime,
  listRecentNumbers,
  type Network,
  networksOf,
} from './airtime.ts';
import { PURCHASE_MESSAGES } from './purchases.ts';

const route = taggedRoutes('Airtime and bills');
const keyedRoute = taggedRoutes('Airtime and bills', { needsKey: true });
const success = true as const;

const present = ({ id, name, prefixes, airtime, bundles }: Network): AirtimeNetwork => ({
  id,
  name,
  prefixes: [...prefixes],
  min: minorToMajor(airtime.minMinor),
  max: minorToMajor(airtime.maxMinor),
  amounts: airtime.prices.map(({ amountMinor }) => minorToMajor(amountMinor)),
  bundles: bundles.map((bundle) => ({
    id: bundle.id,
    name: bundle.name,
    amount: minorToMajor(bundle.amountMinor),
  })),
});

export const airtimeRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/airtime/networks',
      route('user', {
        summary: 'Networks that can be topped up, and the caller’s recent numbers',
        querystring: AirtimeNetworksQuery,
        response: { 200: AirtimeNetworksAnswer },
      }),
      async (request) => {
        const { userId } = callerOf(request);
        const region = request.query.region ?? (await currentRegion(deps, request));
        const { currency } = REGIONS[region];
        const networks = await networksOf(airtimeSupplierIn(deps, region), region);
        const recent = await listRecentNumbers(deps.db, userId, currency);
        return { success, region, currency, data: networks.map(present), recent };
      },
    );

    app.post(
      '/airtime/purchase',
      keyedRoute('verified', {
        summary: 'Buy airtime or a data plan for a phone',
        description:
          'The amount leaves the wallet at once and comes back if it is not delivered. Repeat it with the same Idempotency-Key to ask about the same purchase.',
        body: AirtimePurchaseBody,
        response: { 200: AirtimePurchaseAnswer },
      }),
      async (request) => {
        const { userId } = callerOf(request);
        const requestKey = requestKeyOf(deps.secrets, request, userId);
        const { reference, status, createdAt } = await buyAirtime(
          ofRequest(deps, request.id),
          requestKey,
          userId,
          request.body,
        );
        const message = PURCHASE_MESSAGES[status];
        const data = { reference, status, created_at: createdAt.toISOString() };
        return { success, message, data };
      },
    );
  };
