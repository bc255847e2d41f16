import type { FastifyPluginAsyncTypebox } from '@fastify/type-provider-typebox';

import { HOUR_MS } from '../../contract/durations.ts';
import { minorToMajor } from '../../contract/money.ts';
import {
  BILL_CATEGORIES,
  BillCategoriesAnswer,
  BillCategoriesQuery,
  type BillCategory,
  type BillCategoryId,
  type Biller,
  type BillItem,
  PayBillAnswer,
  PayBillBody,
  ValidateBillAnswer,
  ValidateBillBody,
} from '../../contract/purchases.ts';
import { type RegionKey, REGIONS } from '../../contract/region-table.ts';
import type { Deps } from '../deps.ts';
import { taggedRoutes } from '../http/route-options.ts';
import { callerOf } from '../http/access.ts';
import { requestKeyOf } from '../http/idempotency.ts';
import { countHit } from '../http/rate-limit.ts';
import { ofRequest } from '../of-request.ts';
import { currentRegion } from '../regions/regions.ts';
import type { SoldBiller, SoldItem } from './adapters/providers.ts';
import {
  billersOf,
  billSupplierIn,
  checkCustomer,
  itemOf,
  listRecentBills,
  payBill,
} from './bills.ts';
import { PURCHASE_MESSAGES, regionOf } from './purchases.ts';

/** Low enough that nobody can list the owners of a biller's meters. */
const CHECK_LIMIT = { hits: 30, windowMs: HOUR_MS };

const route = taggedRoutes('Airtime and bills');
const keyedRoute = taggedRoutes('Airtime and bills', { needsKey: true });
const success = true as const;

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
  const billers = await billersOf(billSupplierIn(deps, region), region);
  const recent = await listRecentBills(deps.db, userId, currency);
  return { success, region, currency, data: groupByCategory(billers), recent };
}

export const billRoutes =
  (deps: Deps): FastifyPluginAsyncTypebox =>
  async (app) => {
    app.get(
      '/bills/categories',
      route('user', {
        summary: 'Billers that can be paid by what they are for, and the caller’s recent bills',
        querystring: BillCategoriesQuery,
        response: { 200: BillCategoriesAnswer },
      }),
      async (request) => {
        const region = request.query.region ?? (await currentRegion(deps, request));
        return readOffer(deps, callerOf(request).userId, region);
      },
    );

    app.post(
      '/bills/validate',
      route('verified', {
        summary: 'Whose meter, smartcard or number that is',
        description: 'In the region of the caller unless another’s currency is named.',
        body: ValidateBillBody,
        response: { 200: ValidateBillAnswer },
      }),
      async (request) => {
        const { userId } = callerOf(request);
        await countHit(deps.db, `check-bill:user:${userId}`, CHECK_LIMIT, deps.clock.now());
        const { currency, customer } = request.body;
        const region = currency ? regionOf(currency).key : await currentRegion(deps, request);
        const supplier = billSupplierIn(deps, region);
        const bought = await itemOf(supplier, region, request.body);
        const customer_name = await checkCustomer(supplier, bought, customer);
        return { success, data: { customer_name } };
      },
    );

    app.post(
      '/bills/pay',
      keyedRoute('verified', {
        summary: 'Pay a bill',
        description:
          'Amount and fee leave the wallet at once and come back if the bill is not paid. Repeat it with the same Idempotency-Key to ask about the same bill.',
        body: PayBillBody,
        response: { 200: PayBillAnswer },
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
  };
