import { DAY_MS } from '../../../contract/durations.ts';
import { majorToMinor } from '../../../contract/money.ts';
import type { Clock } from '../../clock.ts';
import type { ReloadlySettings } from '../../config/config.ts';
import { createBearerToken } from '../../lib/bearer-token.ts';
import {
  asName,
  asObject,
  callGateway,
  createKeyedCall,
  GatewayError,
  type Json,
  type KeyedCall,
} from '../../lib/call-gateway.ts';
import {
  type AdapterParts,
  findInPages,
  type KnownOrder,
  type Order,
  type ProviderResponse,
  type Supplier,
} from './providers.ts';

/** One of Reloadly's products, with the names that it gives to the fields of an order. */
interface ReloadlyProduct {
  readonly baseUrl: string;
  /** Differs from `baseUrl` for some products. */
  readonly audience: string;
  readonly mediaType: string;
  readonly reference: string;
  readonly id: string;
  /** Pairs of fields with an amount and its currency; the first in the order's currency counts. */
  readonly amounts: readonly (readonly [amount: string, currency: string])[];
  readonly list: string;
  /** Of one order, by the id that Reloadly gave it. */
  readonly pathOf: (id: string) => string;
}

export const RELOADLY = 'reloadly';

/** @param start sends an order and returns the answer about it */
export function createReloadly(
  settings: ReloadlySettings,
  product: ReloadlyProduct,
  start: (call: KeyedCall, order: Order) => Promise<Json>,
  parts: AdapterParts,
): Supplier & { readonly call: KeyedCall } {
  const call = createCall(settings, product, parts);
  const find = async (order: KnownOrder): Promise<ProviderResponse> => {
    const { supplierReference: id } = order;
    if (id)
      return readOrder(orderIn(await call(product.pathOf(encodeURIComponent(id)))), order, product);
    // Its id never arrived.
    const found = await findInList(call, parts.clock, order, product);
    return found ? readOrder(found, order, product) : { state: 'unknown' };
  };
  return {
    name: RELOADLY,
    call,
    find,
    async send(order) {
      try {
        return readOrder(await start(call, order), order, product);
      } catch (error) {
        if (!(error instanceof GatewayError)) throw error;
        // A used reference was accepted before, so that order is looked up.
        if (/ALREADY_USED/.test(codeOf(error))) return find(order);
        if (REFUSALS.has(codeOf(error))) return { state: 'refused', reason: error.message };
        throw error;
      }
    },
  };
}

const STALE_TOKEN = new Set(['TOKEN_EXPIRED', 'INVALID_TOKEN']);

const codeOf = (error: GatewayError): string => asName(error.answer['errorCode']) ?? '';

function createCall(
  settings: ReloadlySettings,
  { baseUrl, audience, mediaType }: ReloadlyProduct,
  { clock, timeoutMs }: AdapterParts,
): KeyedCall {
  const withToken = createBearerToken('Reloadly', clock, () =>
    callGateway({
      gateway: 'Reloadly',
      url: `${settings.authUrl}/oauth/token`,
      timeoutMs,
      body: {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        grant_type: 'client_credentials',
        audience,
      },
    }),
  );

  const account = { baseUrl, headers: { accept: mediaType }, mayBeList: true, timeoutMs };
  return (...asked) =>
    withToken(
      (secretKey) => createKeyedCall('Reloadly', { ...account, secretKey })(...asked),
      (error) => STALE_TOKEN.has(codeOf(error)),
    );
}

const STATES: Readonly<Record<string, ProviderResponse['state']>> = {
  PROCESSING: 'processing',
  SUCCESSFUL: 'paid',
  FAILED: 'failed',
  REFUNDED: 'failed',
};

/** Refusals before anything was started. After any other error the order is looked up. */
const REFUSALS = new Set([
  'INVALID_RECIPIENT_PHONE',
  'INVALID_PHONE_NUMBER',
  'OPERATOR_AND_RECIPIENT_PHONE_MISMATCH',
  'COULD_NOT_AUTO_DETECT_OPERATOR',
  'OPERATOR_NOT_FOUND',
  'BILLER_NOT_FOUND',
  'INVALID_SUBSCRIBER_ACCOUNT_NUMBER',
  'PHONE_RECENTLY_RECHARGED',
  'RECIPIENT_REACHED_MAX_TOPUP_NUMBER',
  'OPERATOR_UNAVAILABLE_OR_CURRENTLY_INACTIVE',
  'OPERATOR_NOT_IN_SERVICE',
  'INSUFFICIENT_BALANCE',
  'INSUFFICIENT_WALLET_BALANCE',
  'INVALID_AMOUNT',
  'INVALID_AMOUNT_FOR_OPERATOR',
  'INVALID_LOCAL_AMOUNT_FOR_OPERATOR',
  'LOCAL_AMOUNTS_NOT_SUPPORTED_BY_OPERATOR',
  'INVALID_BILLER_ID',
  'MISSING_REQUIRED_AMOUNT_ID',
  'AMOUNT_ID_NOT_FOUND',
  'INACTIVE_ACCOUNT',
  'COUNTRY_NOT_SUPPORTED',
]);

const PAGE_ROWS = 200;

/** Major units; undefined for none. */
export const minorOf = (major: unknown): bigint | undefined =>
  typeof major === 'number' && major > 0 ? majorToMinor(major) : undefined;

function readOrder(
  data: Json | undefined,
  order: KnownOrder,
  names: ReloadlyProduct,
): ProviderResponse {
  const status = asName(data?.['status']);
  const state = status === undefined ? undefined : STATES[status];
  if (!data || data[names.reference] !== order.reference || !state)
    throw new GatewayError('Reloadly answered about another order');
  if (state === 'paid' && !hasAmount(data, order, names))
    throw new GatewayError('Reloadly delivered another amount');
  const pin = asObject(asObject(data['billDetails'])?.['pinDetails']);
  return { state, providerReference: asName(data[names.id]), token: asName(pin?.['token']) };
}

function hasAmount(
  data: Json,
  { amountMinor, currency }: KnownOrder,
  { amounts }: ReloadlyProduct,
): boolean {
  const told = amounts.find(([, unit]) => data[unit] === currency);
  return told !== undefined && majorToMinor(Number(data[told[0]])) === amountMinor;
}

async function findInList(
  call: KeyedCall,
  clock: Clock,
  { reference, createdAt }: KnownOrder,
  names: ReloadlyProduct,
): Promise<Json | undefined> {
  const dayOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 10)} 00:00:00`;
  const readPage = async (page: number) => {
    const query = new URLSearchParams({
      [names.reference]: reference,
      startDate: dayOf(createdAt.getTime() - DAY_MS),
      endDate: dayOf(clock.now() + 2 * DAY_MS),
      page: String(page),
      size: String(PAGE_ROWS),
    });
    const answer = await call(`${names.list}?${query.toString()}`);
    const { content, totalElements: total, totalPages: pages } = answer;
    const rows = Array.isArray(content) ? content.map(orderIn) : [];
    const isReadable =
      Array.isArray(content) && rows.every((row) => asName(row?.[names.id]) !== undefined);
    return { rows, total, pages, isReadable };
  };
  const isIt = (row: Json): boolean => row[names.reference] === reference;
  return findInPages('orders of Reloadly', readPage, isIt);
}

/** Some answers wrap the order in `transaction`. */
function orderIn(value: unknown): Json | undefined {
  const row = asObject(value);
  return asObject(row?.['transaction']) ?? row;
}
