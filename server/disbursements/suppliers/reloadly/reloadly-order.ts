import { DAY_MS } from '../../../../contract/durations.ts';
import { majorToMinor } from '../../../../contract/money.ts';
import type { Clock } from '../../../clock.ts';
import { asName, asObject, GatewayError, type Json } from '../../../lib/call-gateway.ts';
import type { KnownOrder, SupplierVerdict } from '../supplier.ts';
import { codeOf, type ReloadlyCall } from './reloadly-api.ts';

const STATES: Readonly<Record<string, SupplierVerdict['state']>> = {
  PROCESSING: 'processing',
  SUCCESSFUL: 'paid',
  FAILED: 'failed',
  REFUNDED: 'failed',
};

/**
 * Refusals that say that nothing was begun. Any other, also one that is new to us, may have come after
 * something was: it is asked about.
 */
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

/** The names that one product has for the parts of an order. */
export interface OrderNames {
  /** Where our reference stands. */
  readonly reference: string;
  readonly id: string;
  /** Pairs of fields with an amount and its currency; the first in the order's own counts: what was delivered. */
  readonly amounts: readonly (readonly [amount: string, currency: string])[];
  /** The path of the list of orders. */
  readonly list: string;
}

/** What a refusal of an order says; undefined when it leaves open what became of it. */
const refusalOf = (error: unknown): SupplierVerdict | undefined =>
  error instanceof GatewayError && REFUSALS.has(codeOf(error))
    ? { state: 'refused', reason: error.message }
    : undefined;

/** Whether an order was sent before: then the first try worked, and is to be looked up. */
const isUsedReference = (error: unknown): boolean =>
  error instanceof GatewayError && /ALREADY_USED/.test(codeOf(error));

/**
 * Hands an order over.
 * @param send hands it over and reads the answer
 * @param find looks up one that was sent before
 * @throws what leaves open what became of it
 */
export async function sendOrder(
  send: () => Promise<SupplierVerdict>,
  find: () => Promise<SupplierVerdict>,
): Promise<SupplierVerdict> {
  try {
    return await send();
  } catch (error) {
    if (isUsedReference(error)) return find();
    const refusal = refusalOf(error);
    if (refusal) return refusal;
    throw error;
  }
}

/** An amount as Reloadly writes it, major units; undefined for none. */
export const minorOf = (major: unknown): bigint | undefined =>
  typeof major === 'number' && major > 0 ? majorToMinor(major) : undefined;

/**
 * Reads what Reloadly says of an order.
 * @throws GatewayError for an answer about something else or of an unknown shape, which tells nothing, and for
 * one that was delivered with another amount, which a person has to look at
 */
export function readOrder(
  data: Json | undefined,
  order: KnownOrder,
  names: OrderNames,
): SupplierVerdict {
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

/**
 * Looks an order up by our reference among those since it was made. The reference is asked for as a filter,
 * which may be ignored, so every row is compared. Only a whole list without it says that there is none: money
 * would be returned for what was delivered.
 * @throws GatewayError for an answer that is no such list
 */
export async function findInList(
  call: ReloadlyCall,
  clock: Clock,
  order: KnownOrder,
  names: OrderNames,
): Promise<SupplierVerdict> {
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

/** The order itself, or what a list or an answer holds it in. */
export function orderIn(value: unknown): Json | undefined {
  const row = asObject(value);
  return asObject(row?.['transaction']) ?? row;
}

const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
