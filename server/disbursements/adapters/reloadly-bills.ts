import { HOUR_MS } from '../../../contract/durations.ts';
import { majorToMinor, minorToMajor } from '../../../contract/money.ts';
import type { BillCategoryId } from '../../../contract/purchases.ts';
import { type RegionKey, REGIONS } from '../../../contract/region-table.ts';
import type { ReloadlySettings } from '../../config/config.ts';
import {
  asName,
  asObject,
  GatewayError,
  type Json,
  type KeyedCall,
} from '../../lib/call-gateway.ts';
import { keepFor } from '../../lib/keep-for.ts';
import { createReloadly, minorOf } from './reloadly-api.ts';
import type { BillSupplier, Order, SoldBiller, SoldItem, AdapterParts } from './providers.ts';

const BILLERS_CACHE_MS = 6 * HOUR_MS;
const PAGE_ROWS = 200;
const MAX_PAGES = 10;
const SEPARATOR = '/';

const CATEGORIES: Readonly<Record<string, readonly [BillCategoryId, customerLabel: string]>> = {
  ELECTRICITY_BILL_PAYMENT: ['electricity', 'Meter number'],
  TV_BILL_PAYMENT: ['tv', 'Smartcard number'],
  INTERNET_BILL_PAYMENT: ['internet', 'Customer number'],
  WATER_BILL_PAYMENT: ['water', 'Customer number'],
};

export function createReloadlyBills(settings: ReloadlySettings, parts: AdapterParts): BillSupplier {
  const product = {
    baseUrl: settings.utilitiesUrl,
    audience: settings.utilitiesAudience,
    mediaType: 'application/com.reloadly.utilities-v1+json',
    reference: 'referenceId',
    id: 'id',
    amounts: [
      ['deliveryAmount', 'deliveryAmountCurrencyCode'],
      ['amount', 'amountCurrencyCode'],
    ],
    list: '/transactions',
    pathOf: (id: string) => `/transactions/${id}`,
  } as const;
  const start = async (call: KeyedCall, order: Order): Promise<Json> => {
    const answer = await call('/pay', bodyOf(order));
    // The answer has no amount, so only a look-up can confirm that it is paid.
    return answer['status'] === 'SUCCESSFUL' ? { ...answer, status: 'PROCESSING' } : answer;
  };
  const { call, ...supplier } = createReloadly(settings, product, start, parts);
  const read = (region: RegionKey) => listBillers(call, region);
  return {
    ...supplier,
    listBillers: keepFor(BILLERS_CACHE_MS, parts.clock, read),
    findCustomer: () => Promise.resolve(null),
  };
}

function bodyOf({ product, amountMinor, reference, customer }: Order): object {
  const [biller, amountId] = product.split(SEPARATOR);
  return {
    subscriberAccountNumber: customer,
    amount: minorToMajor(amountMinor),
    ...(amountId !== undefined && { amountId: Number(amountId) }),
    billerId: Number(biller),
    useLocalAmount: true,
    referenceId: reference,
  };
}

async function listBillers(call: KeyedCall, region: RegionKey): Promise<SoldBiller[]> {
  const { code } = REGIONS[region];
  const billers: SoldBiller[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = `countryISOCode=${code}&page=${page}&size=${PAGE_ROWS}`;
    const { content, totalPages } = await call(`/billers?${query}`);
    if (!Array.isArray(content)) throw new GatewayError('Reloadly listed no billers');
    billers.push(...content.map(asObject).flatMap((row) => (row ? readBiller(row, region) : [])));
    if (page >= Number(totalPages ?? 1)) break;
  }
  return billers;
}

function readBiller(row: Json, region: RegionKey): SoldBiller[] {
  const [id, name] = [asName(row['id']), asName(row['name'])];
  const { currency } = REGIONS[region];
  const [category, customerLabel] = CATEGORIES[String(row['type'])] ?? ['other', 'Customer number'];
  // Converted fees have more decimals than can be charged.
  const feeMinor = majorToMinor(Number(Number(row['localTransactionFee'] ?? 0).toFixed(2)));
  const isLocal =
    row['localAmountSupported'] === true && row['localTransactionCurrencyCode'] === currency;
  // A fee in another currency cannot be shown.
  const feeIsLocal =
    feeMinor === 0n || (row['localTransactionFeeCurrencyCode'] ?? currency) === currency;
  if (!id || !name || !isLocal || feeMinor === undefined || !feeIsLocal) return [];
  const items =
    row['denominationType'] === 'FIXED'
      ? readFixed(id, row['localFixedAmounts'], feeMinor)
      : [
          {
            id,
            product: id,
            name: row['serviceType'] === 'PREPAID' ? 'Prepaid' : 'Bill',
            minMinor: minorOf(row['minLocalTransactionAmount']),
            maxMinor: minorOf(row['maxLocalTransactionAmount']),
            feeMinor,
          },
        ];
  return [{ id, name, category, customerLabel, isChecked: false, items }];
}

/** Reloadly requires the id of a fixed amount. */
function readFixed(biller: string, amounts: unknown, feeMinor: bigint): SoldItem[] {
  return (Array.isArray(amounts) ? amounts : []).flatMap((one: unknown) => {
    const row = asObject(one);
    const [id, amountMinor] = [asName(row?.['id']), minorOf(row?.['amount'])];
    if (!id || amountMinor === undefined) return [];
    const name = asName(row?.['description']) ?? 'Bill';
    const product = `${biller}${SEPARATOR}${id}`;
    return [{ id, product, name, amountMinor, feeMinor }];
  });
}
