import { PURCHASES_PER_HOUR } from '../../../contract/constants.ts';
import { HOUR_MS } from '../../../contract/durations.ts';
import type { PayBillBody } from '../../../contract/purchases.ts';
import {
  currencySymbol,
  majorToMinor,
  minorToMajor,
  type Currency,
} from '../../../contract/money.ts';
import type { Deps } from '../../deps.ts';
import { AppError } from '../../http/app-error.ts';
import type { RequestKey } from '../../http/idempotency.ts';
import { countHit } from '../../http/rate-limit.ts';
import { buy, type NewPurchase } from '../suppliers/buy.ts';
import type { Purchase } from '../suppliers/purchase.ts';
import { regionOf } from '../suppliers/region-of.ts';
import type { SoldItem } from '../suppliers/supplier.ts';
import { billSupplierIn, checkCustomer, itemOf } from './billers.ts';

/** Each looks the customer up, also where nothing is paid in the end; as many again as may be paid. */
const TRY_LIMIT = { hits: 2 * PURCHASES_PER_HOUR, windowMs: HOUR_MS };

/**
 * Pays a bill from the wallet, once the biller knows the customer; its fee is charged on top.
 * @returns the purchase as it stands after the first try
 * @throws AppError `amount_invalid`, `below_minimum`, `purchase_too_large`, `amount_not_sold`, `biller_gone`,
 * `bill_fee_changed`, `customer_not_found`, `customer_check_failed`, `purchase_unsupported`,
 * `insufficient_funds`, `money_held`, `billers_failed`, `too_many_requests`, and those of `requirePin`
 */
export async function payBill(
  deps: Deps,
  requestKey: RequestKey | undefined,
  userId: number,
  request: PayBillBody,
): Promise<Purchase> {
  return buy(deps, requestKey, { userId, proof: request }, () => readBill(deps, userId, request));
}

async function readBill(deps: Deps, userId: number, request: PayBillBody): Promise<NewPurchase> {
  const { currency, customer } = request;
  const amount = majorToMinor(request.amount);
  if (amount === undefined) throw new AppError('amount_invalid');
  const { key: region } = regionOf(currency);
  const supplier = billSupplierIn(deps, region);
  const bought = await itemOf(supplier, region, request);
  const { biller, item } = bought;
  assertSold(item, amount, currency);
  if (request.fee !== undefined && majorToMinor(request.fee) !== item.feeMinor)
    throw new AppError('bill_fee_changed');
  await countHit(deps.db, `pay-bill:user:${userId}`, TRY_LIMIT, deps.clock.now());
  const customerName = await checkCustomer(supplier, bought, customer);
  return {
    kind: 'bill',
    amount,
    fee: item.feeMinor,
    currency,
    supplier: supplier.name,
    product: item.product,
    service: biller.id,
    serviceName: biller.name,
    item: item.id,
    itemName: item.name,
    customer,
    customerName,
  };
}

function assertSold(item: SoldItem, amount: bigint, currency: Currency): void {
  const { amountMinor, minMinor, maxMinor } = item;
  const symbol = currencySymbol(currency);
  if (amountMinor !== undefined && amount !== amountMinor) throw new AppError('amount_not_sold');
  if (minMinor !== undefined && amount < minMinor)
    throw new AppError('below_minimum', { values: { symbol, min: minorToMajor(minMinor) } });
  if (maxMinor !== undefined && amount > maxMinor)
    throw new AppError('purchase_too_large', {
      values: { symbol, max: minorToMajor(maxMinor).toLocaleString('en') },
    });
}
