import { HOUR_MS } from '../../../contract/durations.ts';
import { minorToMajor } from '../../../contract/money.ts';
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
import type { AirtimeSupplier, FixedPrice, Operator, Order, AdapterParts } from './providers.ts';

const OPERATORS_CACHE_MS = HOUR_MS;
const MAX_OPERATORS = 500;

/** Amounts are major units of the phone's country. */
export function createReloadlyAirtime(
  settings: ReloadlySettings,
  parts: AdapterParts,
): AirtimeSupplier {
  const product = {
    baseUrl: settings.topupsUrl,
    audience: settings.topupsAudience,
    mediaType: 'application/com.reloadly.topups-v1+json',
    reference: 'customIdentifier',
    id: 'transactionId',
    amounts: [
      ['deliveredAmount', 'deliveredAmountCurrencyCode'],
      ['requestedAmount', 'requestedAmountCurrencyCode'],
    ],
    list: '/topups/reports/transactions',
    pathOf: (id: string) => `/topups/${id}/status`,
  } as const;
  const start = (call: KeyedCall, order: Order) => call('/topups', bodyOf(order));
  const { call, ...supplier } = createReloadly(settings, product, start, parts);
  const read = (region: RegionKey) => listOperators(call, region);
  return { ...supplier, listOperators: keepFor(OPERATORS_CACHE_MS, parts.clock, read) };
}

const bodyOf = ({ region, product, amountMinor, reference, customer }: Order): object => ({
  operatorId: Number(product),
  amount: minorToMajor(amountMinor),
  useLocalAmount: true,
  customIdentifier: reference,
  recipientPhone: { countryCode: REGIONS[region].code, number: customer },
});

async function listOperators(call: KeyedCall, region: RegionKey): Promise<Operator[]> {
  const { code } = REGIONS[region];
  const query = `includeBundles=true&includeData=true&includePin=false&size=${MAX_OPERATORS}`;
  const answer = await call(`/operators/countries/${code}?${query}`);
  const rows = answer['content'];
  if (!Array.isArray(rows)) throw new GatewayError('Reloadly listed no operators');
  return rows.map(asObject).flatMap((row) => (row ? readOperator(row, region) : []));
}

const LOCAL_AMOUNTS = {
  min: 'localMinAmount',
  max: 'localMaxAmount',
  fixed: 'localFixedAmounts',
  names: 'localFixedAmountsDescriptions',
};
/** Used when the account's own currency is the local one; the local fields are empty then. */
const OWN_AMOUNTS: typeof LOCAL_AMOUNTS = {
  min: 'minAmount',
  max: 'maxAmount',
  fixed: 'fixedAmounts',
  names: 'fixedAmountsDescriptions',
};

function readOperator(row: Json, region: RegionKey): Operator[] {
  const [product, name] = [asName(row['operatorId'] ?? row['id']), asName(row['name'])];
  if (!product || !name || row['supportsLocalAmounts'] !== true || row['pin'] === true) return [];
  const isOwn = row['senderCurrencyCode'] === REGIONS[region].currency;
  const { min, max, fixed, names } = isOwn ? OWN_AMOUNTS : LOCAL_AMOUNTS;
  const prices = row['denominationType'] === 'FIXED' ? readPrices(row[fixed], row[names]) : [];
  const [minMinor, maxMinor] = [minorOf(row[min]), minorOf(row[max])];
  const isData = row['data'] === true || row['bundle'] === true;
  if (prices.length > 0) return [{ product, name, isData, prices, ...boundsOf(prices) }];
  if (isData || minMinor === undefined || maxMinor === undefined) return [];
  return [{ product, name, isData, prices, minMinor, maxMinor }];
}

function readPrices(amounts: unknown, descriptions: unknown): FixedPrice[] {
  // Without descriptions Reloadly sends a list instead of an object.
  const names = asObject(descriptions) ?? {};
  const textOf = (amount: unknown): string => {
    const key = Object.keys(names).find((one) => Number(one) === Number(amount));
    return key === undefined ? '' : (asName(names[key]) ?? '');
  };
  return (Array.isArray(amounts) ? amounts : []).flatMap((amount: unknown) => {
    const amountMinor = minorOf(amount);
    return amountMinor === undefined ? [] : [{ amountMinor, name: textOf(amount) }];
  });
}

const boundsOf = (prices: readonly FixedPrice[]): Pick<Operator, 'minMinor' | 'maxMinor'> => {
  const sorted = prices.map(({ amountMinor }) => amountMinor).toSorted((a, b) => Number(a - b));
  return { minMinor: sorted[0] ?? 0n, maxMinor: sorted.at(-1) ?? 0n };
};
