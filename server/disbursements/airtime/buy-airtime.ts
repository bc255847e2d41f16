import type { AirtimePurchaseBody } from '../../../contract/purchases.ts';
import {
  currencySymbol,
  majorToMinor,
  minorToMajor,
  type Currency,
} from '../../../contract/money.ts';
import { readNationalNumber, withCountryCode } from '../../../contract/delivery/phone-number.ts';
import type { Deps } from '../../deps.ts';
import { AppError, fieldError } from '../../http/app-error.ts';
import type { RequestKey } from '../../http/idempotency.ts';
import { buy, type NewPurchase } from '../suppliers/buy.ts';
import type { Purchase } from '../suppliers/purchase.ts';
import { regionOf } from '../suppliers/region-of.ts';
import type { Operator } from '../suppliers/supplier.ts';
import { airtimeSupplierIn, networksOf, type Network } from './networks.ts';

/**
 * Buys airtime or a data plan for a phone from the wallet.
 * @returns the purchase as it stands after the first try
 * @throws AppError `amount_invalid`, `below_minimum`, `purchase_too_large`, `amount_not_sold`, `bundle_gone`,
 * `purchase_unsupported`, `insufficient_funds`, `money_held`, `validation_failed`, `networks_failed`,
 * `too_many_requests`, and those of `requirePin`
 */
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

/** A plan has one price: another amount is that of a list of before. */
function bundleAt({ bundles }: Network, id: string, amount: bigint): Bought {
  const bundle = bundles.find((one) => one.id === id);
  if (!bundle) throw new AppError('bundle_gone');
  if (bundle.amountMinor !== amount) throw new AppError('amount_not_sold');
  return { product: bundle.product, item: bundle.id, itemName: bundle.name };
}
