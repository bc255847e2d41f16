import { readNationalNumber, withCountryCode } from '../../contract/phone-number.ts';
import { type Currency, currencySymbol, majorToMinor, minorToMajor } from '../../contract/money.ts';
import type { AirtimePurchaseBody, RecentAirtime } from '../../contract/purchases.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/disbursements.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import type { RequestKey } from '../http/idempotency.ts';
import { ask } from '../lib/within.ts';
import type { AirtimeSupplier, FixedPrice, Operator } from './adapters/providers.ts';
import { NETWORK_BRANDS, type NetworkBrand } from './network-brands.ts';
import { buy, listRecent, type NewPurchase, type Purchase, regionOf } from './purchases.ts';

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
  const supplier = airtimeSupplierIn(deps, region);
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
    ...bought,
  };
}

type Bought = Pick<Purchase, 'product' | 'item' | 'itemName'>;

function airtimeAt({ airtime }: Network, amount: bigint, currency: Currency): Bought {
  assertSold(airtime, amount, currency);
  return { product: airtime.product, item: null, itemName: null };
}

function assertSold(
  { prices, minMinor, maxMinor }: Operator,
  amount: bigint,
  currency: Currency,
): void {
  if (prices.length > 0) {
    if (!prices.some((price) => price.amountMinor === amount))
      throw new AppError('amount_not_sold');
    return;
  }
  const symbol = currencySymbol(currency);
  if (amount < minMinor)
    throw new AppError('below_minimum', { values: { symbol, min: minorToMajor(minMinor) } });
  if (amount > maxMinor)
    throw new AppError('purchase_too_large', {
      values: { symbol, max: minorToMajor(maxMinor).toLocaleString('en') },
    });
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

export function airtimeSupplierIn(deps: Deps, region: RegionKey): AirtimeSupplier {
  const supplier = deps.suppliers.airtimeIn(region);
  if (!supplier) throw new AppError('purchase_unsupported');
  return supplier;
}

export async function networksOf(
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

export async function listRecentNumbers(
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
