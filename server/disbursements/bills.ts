import { RegionQuery } from '../../contract/common.ts';
import { HOUR_MS } from '../../contract/durations.ts';
import { minorToMajor, type Currency, majorToMinor } from '../../contract/money.ts';
import {
  BILL_CATEGORIES,
  BillCategoriesAnswer,
  type BillCategory,
  type BillCategoryId,
  type Biller,
  type BillItem,
  PayBillAnswer,
  PayBillBody,
  ValidateBillAnswer,
  ValidateBillBody,
  type RecentBill,
} from '../../contract/purchases.ts';
import { type RegionKey, REGIONS } from '../../contract/region-table.ts';
import type { Deps } from '../deps.ts';
import { routesOf, success, taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf, type RequestKey } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { ofRequest } from '../of-request.ts';
import { currentRegion } from '../regions/regions.ts';
import type { SoldBiller, SoldItem, BillSupplier } from './adapters/providers.ts';
import {
  PURCHASE_MESSAGES,
  assertSold,
  regionOf,
  buy,
  listRecent,
  type NewPurchase,
  type Purchase,
  requireSupplier,
} from './purchases.ts';
import { PURCHASES_PER_HOUR } from '../../contract/constants.ts';
import type { Db } from '../db/database.ts';
import { purchases } from '../db/schema/disbursements.ts';
import { AppError } from '../http/app-error.ts';
import { ask } from '../lib/within.ts';

/** Low enough that nobody can list the owners of a biller's meters. */
const CHECK_LIMIT = { hits: 30, windowMs: HOUR_MS };

const route = taggedRoutes('Airtime and bills');
const keyedRoute = taggedRoutes('Airtime and bills', { needsKey: true });

const NAMES: Readonly<Record<BillCategoryId, string>> = {
  electricity: 'Electricity',
  tv: 'Cable TV',
  internet: 'Internet',
  water: 'Water',
  other: 'More',
};

const majorOrNull = (minor: bigint | undefined): number | null =>
  minor === undefined ? null : minorToMajor(minor);

const presentItem = ({ id, name, ...item }: SoldItem): BillItem => ({
  id,
  name,
  amount: majorOrNull(item.amountMinor),
  min: majorOrNull(item.minMinor),
  max: majorOrNull(item.maxMinor),
  fee: minorToMajor(item.feeMinor),
});

const presentBiller = ({ id, name, customerLabel, isChecked, items }: SoldBiller): Biller => ({
  id,
  name,
  customer_label: customerLabel,
  is_checked: isChecked,
  items: items.map(presentItem),
});

const groupByCategory = (billers: readonly SoldBiller[]): BillCategory[] =>
  BILL_CATEGORIES.map((id) => ({
    id,
    name: NAMES[id],
    billers: billers.filter(({ category }) => category === id).map(presentBiller),
  })).filter((category) => category.billers.length > 0);

async function readOffer(deps: Deps, userId: number, region: RegionKey) {
  const { currency } = REGIONS[region];
  const billers = await billersOf(requireSupplier(deps.suppliers.billsIn(region)), region);
  const recent = await listRecentBills(deps.db, userId, currency);
  return { success, region, currency, data: groupByCategory(billers), recent };
}

export const billRoutes = routesOf(async (app, deps) => {
  app.get(
    '/bills/categories',
    route(
      'user',
      'Billers that can be paid by what they are for, and the caller’s recent bills',
      BillCategoriesAnswer,
      { querystring: RegionQuery },
    ),
    async (request) => {
      const region = request.query.region ?? (await currentRegion(deps, request));
      return readOffer(deps, callerOf(request).userId, region);
    },
  );

  app.post(
    '/bills/validate',
    route('verified', 'Whose meter, smartcard or number that is', ValidateBillAnswer, {
      description: 'In the region of the caller unless another’s currency is named.',
      body: ValidateBillBody,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      await countHit(deps.db, `check-bill:user:${userId}`, CHECK_LIMIT, deps.clock.now());
      const { currency, customer } = request.body;
      const region = currency ? regionOf(currency).key : await currentRegion(deps, request);
      const supplier = requireSupplier(deps.suppliers.billsIn(region));
      const bought = await itemOf(supplier, region, request.body);
      const customer_name = await checkCustomer(supplier, bought, customer);
      return { success, data: { customer_name } };
    },
  );

  app.post(
    '/bills/pay',
    keyedRoute('verified', 'Pay a bill', PayBillAnswer, {
      description:
        'Amount and fee leave the wallet at once and come back if the bill is not paid. Repeat it with the same Idempotency-Key to ask about the same bill.',
      body: PayBillBody,
    }),
    async (request) => {
      const { userId } = callerOf(request);
      const requestKey = requestKeyOf(deps.secrets, request, userId);
      const paid = await payBill(ofRequest(deps, request.id), requestKey, userId, request.body);
      const { reference, status, token, createdAt } = paid;
      const message = PURCHASE_MESSAGES[status];
      const data = { reference, status, token, created_at: createdAt.toISOString() };
      return { success, message, data };
    },
  );
});

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
  const supplier = requireSupplier(deps.suppliers.billsIn(region));
  const bought = await itemOf(supplier, region, request);
  const { biller, item } = bought;
  const prices = item.amountMinor === undefined ? [] : [item.amountMinor];
  assertSold({ ...item, prices }, amount, currency);
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
    awaitsToken: hasToken(biller, item),
  };
}

/** Suppliers do not say which bills have a token; only prepaid meters do. */
const hasToken = ({ category, name }: SoldBiller, item: SoldItem): boolean =>
  category === 'electricity' && !/post-?paid/i.test(`${name} ${item.name}`);

async function billersOf(
  supplier: BillSupplier,
  region: RegionKey,
): Promise<readonly SoldBiller[]> {
  const billers = await ask(supplier.listBillers(region), 'billers_failed');
  return billers
    .filter(({ items }) => items.length > 0)
    .toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

/** The first item where none is named. */
async function itemOf(
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
async function checkCustomer(
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

async function listRecentBills(db: Db, userId: number, currency: Currency): Promise<RecentBill[]> {
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
