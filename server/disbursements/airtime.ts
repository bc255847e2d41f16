import { RegionQuery } from '../../contract/common.ts';
import { minorToMajor, type Currency, majorToMinor } from '../../contract/money.ts';
import {
  type AirtimeNetwork,
  AirtimeNetworksAnswer,
  AirtimePurchaseAnswer,
  AirtimePurchaseBody,
  type RecentAirtime,
} from '../../contract/purchases.ts';
import { REGIONS, type RegionKey } from '../../contract/region-table.ts';
import type { Deps } from '../deps.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf, type RequestKey } from '../http/idempotency.ts';
import { ofRequest } from '../of-request.ts';
import { currentRegion } from '../regions/regions.ts';
import {
  PURCHASE_MESSAGES,
  assertSold,
  buy,
  listRecent,
  type NewPurchase,
  type Purchase,
  regionOf,
  requireSupplier,
} from './purchases.ts';
import { readNationalNumber, withCountryCode } from '../../contract/phone-number.ts';
import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/disbursements.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { ask } from '../lib/within.ts';
import type { AirtimeSupplier, FixedPrice, Operator } from './adapters/providers.ts';
import { NETWORK_BRANDS, type NetworkBrand } from './network-brands.ts';

const route = taggedRoutes('Airtime and bills');
const keyedRoute = taggedRoutes('Airtime and bills', { needsKey: true });

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

export const airtimeRoutes = routesOf(async (app, deps) => {
  app.get(
    '/airtime/networks',
    route(
      'user',
      'Networks that can be topped up, and the caller’s recent numbers',
      AirtimeNetworksAnswer,
      { querystring: RegionQuery },
    ),
    async (request) => {
      const { userId } = callerOf(request);
      const region = request.query.region ?? (await currentRegion(deps, request));
      const { currency } = REGIONS[region];
      const networks = await networksOf(requireSupplier(deps.suppliers.airtimeIn(region)), region);
      const recent = await listRecentNumbers(deps.db, userId, currency);
      return { success, region, currency, data: networks.map(present), recent };
    },
  );

  app.post(
    '/airtime/purchase',
    keyedRoute('verified', 'Buy airtime or a data plan for a phone', AirtimePurchaseAnswer, {
      description:
        'The amount leaves the wallet at once and comes back if it is not delivered. Repeat it with the same Idempotency-Key to ask about the same purchase.',
      body: AirtimePurchaseBody,
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
});

export async function buyAirtime(
  deps: Deps,
  requestKey: RequestKey | undefined,
  userId: number,
  request: AirtimePurchaseBody,
): Promise<Purchase> {
  return buy(deps, requestKey, { userId, proof: request }, () => readAirtime(deps, request));
}

async function readAirtime(deps: Deps, request: AirtimePurchaseBody): Promise<NewPurchase> {
  const { currency, bundle } = request;
  const amount = majorToMinor(request.amount);
  if (amount === undefined) throw new AppError('amount_invalid');
  const { key: region } = regionOf(currency);
  const national = readNationalNumber(request.phone, region);
  if (national === undefined) throw fieldError('phone', 'is not a mobile number of this country');
  const supplier = requireSupplier(deps.suppliers.airtimeIn(region));
  const network = (await networksOf(supplier, region)).find(({ id }) => id === request.network);
  if (!network) throw fieldError('network', 'is not a network that is sold here');
  const bought =
    bundle === undefined ? airtimeAt(network, amount, currency) : bundleAt(network, bundle, amount);
  return {
    kind: 'airtime',
    amount,
    fee: 0n,
    currency,
    supplier: supplier.name,
    service: network.id,
    serviceName: network.name,
    customer: withCountryCode(national, region),
    customerName: null,
    awaitsToken: false,
    ...bought,
  };
}

type Bought = Pick<Purchase, 'product' | 'item' | 'itemName'>;

function airtimeAt({ airtime }: Network, amount: bigint, currency: Currency): Bought {
  const prices = airtime.prices.map(({ amountMinor }) => amountMinor);
  assertSold({ ...airtime, prices }, amount, currency);
  return { product: airtime.product, item: null, itemName: null };
}

/** A plan has one price, so another amount comes from an outdated list. */
function bundleAt({ bundles }: Network, id: string, amount: bigint): Bought {
  const bundle = bundles.find((one) => one.id === id);
  if (!bundle) throw new AppError('bundle_gone');
  if (bundle.amountMinor !== amount) throw new AppError('amount_not_sold');
  return { product: bundle.product, item: bundle.id, itemName: bundle.name };
}

export interface Bundle extends FixedPrice {
  readonly id: string;
  readonly product: string;
}

export interface Network extends NetworkBrand {
  readonly airtime: Operator;
  readonly bundles: readonly Bundle[];
}

async function networksOf(
  supplier: AirtimeSupplier,
  region: RegionKey,
): Promise<readonly Network[]> {
  const operators = await ask(supplier.listOperators(region), 'networks_failed');
  return NETWORK_BRANDS[region].flatMap((brand) => {
    const own = operators.filter(({ name }) => brand.named.test(name));
    const airtime = own.find(({ isData }) => !isData);
    return airtime ? [{ ...brand, airtime, bundles: own.flatMap(bundlesOf) }] : [];
  });
}

/** Suppliers have no ids for bundles, so operator and price make one. */
const bundlesOf = ({ isData, product, prices }: Operator): Bundle[] =>
  isData
    ? prices.map(({ amountMinor, name }) => ({
        id: `${product}-${amountMinor}`,
        product,
        amountMinor,
        name,
      }))
    : [];

async function listRecentNumbers(
  db: Db,
  userId: number,
  currency: Currency,
): Promise<RecentAirtime[]> {
  const rows = await listRecent(db, { userId, kind: 'airtime', currency }, [purchases.customer]);
  return rows.map((row) => ({
    network: row.service,
    phone: row.customer,
    amount: minorToMajor(row.amount),
    bundle: row.item,
    bought_at: row.createdAt.toISOString(),
  }));
}
