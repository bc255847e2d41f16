import { HOUR_MS } from '../../../contract/durations.ts';
import { majorToMinor, minorToMajor } from '../../../contract/money.ts';
import type { BillCategoryId } from '../../../contract/purchases.ts';
import type { FlutterwaveSettings } from '../../config/config.ts';
import {
  asName,
  createKeyedCall,
  dataOf,
  GatewayError,
  type Json,
  type KeyedCall,
  rowsOf,
  unlessFault,
} from '../../lib/call-gateway.ts';
import { keepFor } from '../../lib/keep-for.ts';
import {
  type BillSupplier,
  type KnownOrder,
  type Order,
  type SoldBiller,
  type SoldItem,
  type AdapterParts,
  type ProviderResponse,
  unlessRefused,
  unlessUnknown,
} from './providers.ts';

export const FLUTTERWAVE_BILLS = 'flutterwave';

const BILLERS_CACHE_MS = 6 * HOUR_MS;
const AT_ONCE = 8;

const CATEGORIES: Readonly<Record<string, BillCategoryId>> = {
  UTILITYBILLS: 'electricity',
  CABLEBILLS: 'tv',
  INTSERVICE: 'internet',
};
const SOLD_ELSEWHERE = new Set(['AIRTIME', 'MOBILEDATA']);
const SEPARATOR = '/';

/** Flutterwave v3, Nigeria only. Amounts are major units. */
export function createFlutterwaveBills(
  settings: FlutterwaveSettings,
  { clock, timeoutMs }: AdapterParts,
): BillSupplier {
  const call = createKeyedCall('Flutterwave', { ...settings, timeoutMs });

  async function find(order: KnownOrder): Promise<ProviderResponse> {
    const answer = await unlessFault(call(`/bills/${order.reference}`), isUnknown);
    return answer ? readBill(dataOf(answer), order) : { state: 'unknown' };
  }

  return {
    name: FLUTTERWAVE_BILLS,
    listBillers: keepFor(BILLERS_CACHE_MS, clock, () => listBillers(call)),
    async findCustomer(biller, item, customer) {
      const path = `/bill-items/${encodeURIComponent(item.id)}/validate`;
      const query = new URLSearchParams({ code: biller.id, customer });
      const answer = await unlessUnknown(call(`${path}?${query.toString()}`));
      const { response_code: code, name } = dataOf(answer ?? {});
      return code === '00' ? (asName(name) ?? null) : undefined;
    },
    async send(order) {
      const [biller = '', item = ''] = order.product.split(SEPARATOR).map(encodeURIComponent);
      const begun = call(`/billers/${biller}/items/${item}/payment`, bodyOf(order));
      const sent = begun.then((answer) => readBegun(dataOf(answer), order));
      return unlessRefused(sent, () => find(order));
    },
    find,
  };
}

const bodyOf = ({ amountMinor, reference, customer }: Order): object => ({
  country: 'NG',
  customer_id: customer,
  amount: minorToMajor(amountMinor),
  reference,
});

async function listBillers(call: KeyedCall): Promise<SoldBiller[]> {
  const codes = rowsOf(await call('/top-bill-categories?country=NG'))
    .map((row) => asName(row['code']))
    .filter((code) => code !== undefined && !SOLD_ELSEWHERE.has(code));
  const found: SoldBiller[] = [];
  for (const code of codes) {
    const path = `/bills/${encodeURIComponent(String(code))}/billers?country=NG`;
    const rows = rowsOf(await call(path));
    for (let at = 0; at < rows.length; at += AT_ONCE) {
      const some = rows.slice(at, at + AT_ONCE);
      const billers = await Promise.all(some.map((row) => readBiller(call, String(code), row)));
      found.push(...billers.flat());
    }
  }
  return found;
}

async function readBiller(call: KeyedCall, category: string, row: Json): Promise<SoldBiller[]> {
  const [id, name] = [asName(row['biller_code']), asName(row['name'])];
  if (!id || !name) return [];
  const rows = rowsOf(await call(`/billers/${encodeURIComponent(id)}/items`));
  return [
    {
      id,
      name,
      category: CATEGORIES[category] ?? 'other',
      customerLabel: asName(rows[0]?.['label_name']) ?? 'Customer number',
      isChecked: rows.some((item) => item['is_resolvable'] === true),
      items: rows.flatMap((item) => readItem(id, item)),
    },
  ];
}

/** An amount of 0 means that the customer chooses it. */
function readItem(biller: string, row: Json): SoldItem[] {
  const [id, name] = [asName(row['item_code']), asName(row['name'])];
  const amount = majorToMinor(Number(row['amount'] ?? 0));
  const feeMinor = majorToMinor(Number(row['fee'] ?? 0));
  if (!id || !name || amount === undefined || feeMinor === undefined) return [];
  const product = `${biller}${SEPARATOR}${id}`;
  return [{ id, product, name, amountMinor: amount > 0n ? amount : undefined, feeMinor }];
}

function readBegun(data: Json, { reference }: Order): ProviderResponse {
  if (![data['reference'], data['customer_reference'], data['tx_ref']].includes(reference))
    throw new GatewayError('Flutterwave answered about another bill');
  return { state: 'processing', token: asName(data['recharge_token']) };
}

/** A bill without a status is paid once it has Flutterwave's own reference. */
function readBill(data: Json, order: KnownOrder): ProviderResponse {
  if (![data['customer_reference'], data['tx_ref']].includes(order.reference))
    throw new GatewayError('Flutterwave answered about another bill');
  const status = asName(data['status'])?.toLowerCase();
  const flwRef = asName(data['flw_ref']);
  const facts = { providerReference: flwRef, token: tokenOf(data['extra']) };
  if (status?.startsWith('fail')) return { state: 'failed', ...facts };
  const isPaid = status === undefined ? flwRef !== undefined : status.startsWith('success');
  if (!isPaid) return { state: 'processing', ...facts };
  if (majorToMinor(Number(data['amount'])) !== order.amountMinor || data['currency'] !== 'NGN')
    throw new GatewayError('Flutterwave paid another amount');
  return { state: 'paid', ...facts };
}

function tokenOf(extra: unknown): string | undefined {
  const text = asName(extra)?.replaceAll(/[\s-]/g, '');
  return text && /^\d{10,45}$/.test(text) ? text : undefined;
}

/** Only Flutterwave's own message counts: a proxy's 404 says nothing about a bill. */
const isUnknown = ({ status, answer }: GatewayError): boolean =>
  (status === 404 || status === 400) &&
  answer['status'] === 'error' &&
  /not.found|no (?:transaction|bill)/i.test(asName(answer['message']) ?? '');
