import { DAY_MS } from '../../../contract/durations.ts';
import { majorToMinor } from '../../../contract/money.ts';
import type { Clock } from '../../clock.ts';
import type { ReloadlySettings } from '../../config/config.ts';
import { createBearerToken } from '../../lib/bearer-token.ts';
import { asName, asObject, callGateway, GatewayError, type Json } from '../../lib/call-gateway.ts';
import type { KnownOrder, SupplierResponse } from './providers.ts';

export interface ReloadlyProduct {
  readonly baseUrl: string;
  /** Differs from `baseUrl` for some products. */
  readonly audience: string;
  readonly mediaType: string;
}

export type ReloadlyCall = (path: string, body?: object) => Promise<Json>;

const STALE_TOKEN = new Set(['TOKEN_EXPIRED', 'INVALID_TOKEN']);

const codeOf = (error: GatewayError): string => asName(error.answer['errorCode']) ?? '';

/** An expired token is renewed once, which is safe because the refused call had no effect. */
export function createReloadlyCall(
  settings: ReloadlySettings,
  { baseUrl, audience, mediaType }: ReloadlyProduct,
  { clock, timeoutMs }: { readonly clock: Clock; readonly timeoutMs?: number | undefined },
): ReloadlyCall {
  const access = createBearerToken('Reloadly', clock, () =>
    callGateway({
      gateway: 'Reloadly',
      method: 'POST',
      url: `${settings.authUrl}/oauth/token`,
      headers: {},
      timeoutMs,
      body: {
        client_id: settings.clientId,
        client_secret: settings.clientSecret,
        grant_type: 'client_credentials',
        audience,
      },
    }),
  );

  const send = async (token: string, path: string, body?: object): Promise<Json> =>
    callGateway({
      gateway: 'Reloadly',
      method: body ? 'POST' : 'GET',
      url: `${baseUrl}${path}`,
      headers: { authorization: `Bearer ${token}`, accept: mediaType },
      timeoutMs,
      // Only GET requests may return a bare list.
      ...(body ? { body } : { mayBeList: true }),
    });

  return async (path, body) => {
    const token = await access.getToken();
    try {
      return await send(token, path, body);
    } catch (error) {
      if (!(error instanceof GatewayError) || !STALE_TOKEN.has(codeOf(error))) throw error;
      access.drop(token);
      return send(await access.getToken(), path, body);
    }
  };
}

const STATES: Readonly<Record<string, SupplierResponse['state']>> = {
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
const MAX_PAGES = 20;

export interface OrderNames {
  readonly reference: string;
  readonly id: string;
  /** Pairs of fields with an amount and its currency; the first in the order's currency counts. */
  readonly amounts: readonly (readonly [amount: string, currency: string])[];
  readonly list: string;
  /** Of one order, by the id that Reloadly gave it. */
  readonly pathOf: (id: string) => string;
}

const refusalOf = (error: unknown): SupplierResponse | undefined =>
  error instanceof GatewayError && REFUSALS.has(codeOf(error))
    ? { state: 'refused', reason: error.message }
    : undefined;

const isUsedReference = (error: unknown): boolean =>
  error instanceof GatewayError && /ALREADY_USED/.test(codeOf(error));

/** A used reference was accepted before, so that order is looked up. */
export async function sendOrder(
  send: () => Promise<SupplierResponse>,
  find: () => Promise<SupplierResponse>,
): Promise<SupplierResponse> {
  try {
    return await send();
  } catch (error) {
    if (isUsedReference(error)) return find();
    const refusal = refusalOf(error);
    if (refusal) return refusal;
    throw error;
  }
}

/** Major units; undefined for none. */
export const minorOf = (major: unknown): bigint | undefined =>
  typeof major === 'number' && major > 0 ? majorToMinor(major) : undefined;

export function readOrder(
  data: Json | undefined,
  order: KnownOrder,
  names: OrderNames,
): SupplierResponse {
  const status = asName(data?.['status']);
  const state = status === undefined ? undefined : STATES[status];
  if (!data || data[names.reference] !== order.reference || !state)
    throw new GatewayError('Reloadly answered about another order');
  if (state === 'paid' && !hasAmount(data, order, names))
    throw new GatewayError('Reloadly delivered another amount');
  const pin = asObject(asObject(data['billDetails'])?.['pinDetails']);
  return { state, supplierReference: asName(data[names.id]), token: asName(pin?.['token']) };
}

function hasAmount(
  data: Json,
  { amountMinor, currency }: KnownOrder,
  { amounts }: OrderNames,
): boolean {
  const told = amounts.find(([, unit]) => data[unit] === currency);
  return told !== undefined && majorToMinor(Number(data[told[0]])) === amountMinor;
}

/** Looks an order up by Reloadly's id, or in the list where its id never arrived. */
export async function findOrder(
  call: ReloadlyCall,
  clock: Clock,
  order: KnownOrder,
  names: OrderNames,
): Promise<SupplierResponse> {
  const { supplierReference: id } = order;
  if (!id) return findInList(call, clock, order, names);
  return readOrder(orderIn(await call(names.pathOf(encodeURIComponent(id)))), order, names);
}

/** Reloadly may ignore the filter, and only a complete list proves that an order is unknown. */
async function findInList(
  call: ReloadlyCall,
  clock: Clock,
  order: KnownOrder,
  names: OrderNames,
): Promise<SupplierResponse> {
  const dayOf = (ms: number): string => `${new Date(ms).toISOString().slice(0, 10)} 00:00:00`;
  let seen = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const query = new URLSearchParams({
      [names.reference]: order.reference,
      startDate: dayOf(order.createdAt.getTime() - DAY_MS),
      endDate: dayOf(clock.now() + 2 * DAY_MS),
      page: String(page),
      size: String(PAGE_ROWS),
    });
    const answer = await call(`${names.list}?${query.toString()}`);
    const { content, totalElements: total, totalPages: pages } = answer;
    const rows = Array.isArray(content) ? content.map(orderIn) : [];
    const row = rows.find((one) => one?.[names.reference] === order.reference);
    if (row) return readOrder(row, order, names);
    const isReadable =
      Array.isArray(content) && rows.every((one) => asName(one?.[names.id]) !== undefined);
    if (!isReadable || !isCount(total) || !isCount(pages))
      throw new GatewayError('Reloadly listed orders in an unknown shape');
    seen += rows.length;
    if (page >= pages) {
      if (seen >= total) return { state: 'unknown' };
      throw new GatewayError('Reloadly left orders out of its list');
    }
  }
  throw new GatewayError('Reloadly has too many orders to look through');
}

/** Some answers wrap the order in `transaction`. */
function orderIn(value: unknown): Json | undefined {
  const row = asObject(value);
  return asObject(row?.['transaction']) ?? row;
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
