import { PURCHASES_PER_HOUR } from '../../contract/constants.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { type Currency, currencySymbol, majorToMinor, minorToMajor } from '../../contract/money.ts';
import type { PayBillBody, RecentBill } from '../../contract/purchases.ts';
import type { RegionKey } from '../../contract/region-table.ts';
import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/disbursements.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import type { RequestKey } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { ask } from '../lib/within.ts';
import type { BillSupplier, SoldBiller, SoldItem } from './adapters/providers.ts';
import { buy, listRecent, type NewPurchase, type Purchase, regionOf } from './purchases.ts';

/** Every attempt looks the customer up, also one that pays nothing. */
const TRY_LIMIT = { hits: 2 * PURCHASES_PER_HOUR, windowMs: HOUR_MS };

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

export function billSupplierIn(deps: Deps, region: RegionKey): BillSupplier {
  const supplier = deps.suppliers.billsIn(region);
  if (!supplier) throw new AppError('purchase_unsupported');
  return supplier;
}

export async function billersOf(
  supplier: BillSupplier,
  region: RegionKey,
): Promise<readonly SoldBiller[]> {
  const billers = await ask(supplier.listBillers(region), 'billers_failed');
  return billers
    .filter(({ items }) => items.length > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The first item where none is named. */
export async function itemOf(
  supplier: BillSupplier,
  region: RegionKey,
  named: { readonly biller: string; readonly item?: string | undefined },
): Promise<{ readonly biller: SoldBiller; readonly item: SoldItem }> {
  const biller = (await billersOf(supplier, region)).find(({ id }) => id === named.biller);
  const item = biller?.items.find(({ id }) => named.item === undefined || id === named.item);
  if (!biller || !item) throw new AppError('biller_gone');
  return { biller, item };
}

/** @returns null where the biller does not tell */
export async function checkCustomer(
  supplier: BillSupplier,
  { biller, item }: { readonly biller: SoldBiller; readonly item: SoldItem },
  customer: string,
): Promise<string | null> {
  if (!biller.isChecked) return null;
  const found = supplier.findCustomer(biller, item, customer).then((name) => ({ name }));
  const { name } = await ask(found, 'customer_check_failed');
  if (name === undefined) throw new AppError('customer_not_found');
  return name;
}

export async function listRecentBills(
  db: Db,
  userId: number,
  currency: Currency,
): Promise<RecentBill[]> {
  const rows = await listRecent(db, { userId, kind: 'bill', currency }, [
    purchases.service,
    purchases.customer,
  ]);
  return rows.map((row) => ({
    biller: row.service,
    biller_name: row.serviceName,
    item: row.item ?? '',
    item_name: row.itemName ?? '',
    customer: row.customer,
    customer_name: row.customerName,
    amount: minorToMajor(row.amount),
    paid_at: row.createdAt.toISOString(),
  }));
}
