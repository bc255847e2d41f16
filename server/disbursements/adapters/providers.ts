import { HOUR_MS } from '../../../contract/durations.ts';
import type { Currency } from '../../../contract/money.ts';
import type { BillCategoryId } from '../../../contract/purchases.ts';
import type { RegionKey } from '../../../contract/region-table.ts';
import type { Bank, DestinationType } from '../../../contract/withdrawals.ts';
import type { Clock } from '../../clock.ts';
import { asName, GatewayError, type Json, unlessFault } from '../../lib/call-gateway.ts';

/**
 * What a provider says of one disbursement. Only this decides its status.
 * - `unknown`: the provider has no such reference.
 * - `refused`: it rejected this attempt; this attempt delivers nothing.
 * - `processing`: accepted, outcome open.
 * - `paid`: delivered.
 * - `failed`: accepted, but not delivered, or reversed afterwards.
 */
export interface ProviderResponse {
  readonly state: 'unknown' | 'refused' | 'processing' | 'paid' | 'failed';
  /** The provider's message about a refusal, for the log. */
  readonly reason?: string;
  readonly providerReference?: string | undefined;
  /** The code that is typed into a prepaid meter. */
  readonly token?: string | undefined;
}

export interface AdapterParts {
  readonly clock: Clock;
  readonly timeoutMs?: number | undefined;
}

export interface Destination {
  readonly type: DestinationType;
  /** The bank or network as the rail calls it. */
  readonly code: string;
  /** Digits; a phone with its country code. */
  readonly accountNumber: string;
  readonly accountName: string;
}

interface Known {
  /** Never delivered twice. */
  readonly reference: string;
  readonly currency: Currency;
  readonly createdAt: Date;
}

interface Carrier<Asked extends Known, Sent extends Asked> {
  readonly name: string;
  /** Sending the same reference again delivers nothing more. @throws when it is unknown whether it was accepted */
  send(order: Sent): Promise<ProviderResponse>;
  find(order: Asked): Promise<ProviderResponse>;
}

export interface KnownTransfer extends Known {
  readonly railReference: string | null;
}

export interface Transfer extends KnownTransfer {
  readonly amountMinor: bigint;
  readonly destination: Destination;
}

export interface PayoutRail extends Carrier<KnownTransfer, Transfer> {
  listBanks(currency: Currency): Promise<readonly Bank[]>;
  /** @returns null where the rail does not tell, undefined for an unknown account */
  resolveAccount(
    currency: Currency,
    bank: Bank,
    accountNumber: string,
  ): Promise<string | null | undefined>;
}

export const BANKS_CACHE_MS = 6 * HOUR_MS;

export function readBank(row: Json, type: Bank['type']): Bank | undefined {
  const [code, name] = [asName(row['code']), asName(row['name'])];
  return code && name ? { type, code, name } : undefined;
}

/** Sorts by name and drops repeated codes, which the rails' lists contain. */
export function sortBanks(banks: readonly (Bank | undefined)[]): Bank[] {
  const byCode = new Map<string, Bank>();
  for (const bank of banks) if (bank && !byCode.has(bank.code)) byCode.set(bank.code, bank);
  return [...byCode.values()].toSorted((a, b) => a.name.localeCompare(b.name, 'en'));
}

export interface KnownOrder extends Known {
  readonly amountMinor: bigint;
  readonly product: string;
  readonly supplierReference: string | null;
}

export interface Order extends KnownOrder {
  readonly region: RegionKey;
  /** A phone with its country code, or a meter or smartcard. */
  readonly customer: string;
}

export type Supplier = Carrier<KnownOrder, Order>;

export interface FixedPrice {
  readonly amountMinor: bigint;
  /** For example '1.5 GB, 30 days'; '' where the supplier does not say. */
  readonly name: string;
}

export interface Operator {
  readonly product: string;
  readonly name: string;
  readonly isData: boolean;
  /** The only prices; empty where any amount within the bounds is accepted. */
  readonly prices: readonly FixedPrice[];
  readonly minMinor: bigint;
  readonly maxMinor: bigint;
}

export interface AirtimeSupplier extends Supplier {
  listOperators(region: RegionKey): Promise<readonly Operator[]>;
}

export interface SoldItem {
  readonly id: string;
  readonly product: string;
  readonly name: string;
  readonly amountMinor?: bigint | undefined;
  readonly minMinor?: bigint | undefined;
  readonly maxMinor?: bigint | undefined;
  readonly feeMinor: bigint;
}

export interface SoldBiller {
  readonly id: string;
  readonly name: string;
  readonly category: BillCategoryId;
  readonly customerLabel: string;
  readonly isChecked: boolean;
  readonly items: readonly SoldItem[];
}

export interface BillSupplier extends Supplier {
  listBillers(region: RegionKey): Promise<readonly SoldBiller[]>;
  /** @returns null where the biller does not tell, undefined for an unknown customer */
  findCustomer(
    biller: SoldBiller,
    item: SoldItem,
    customer: string,
  ): Promise<string | null | undefined>;
}

/** @returns undefined where the provider does not know the account or customer */
export const unlessUnknown = <T>(answer: Promise<T>): Promise<T | undefined> =>
  unlessFault(answer, ({ status }) => [400, 404, 422].includes(status));

/** For a provider whose refusals have no codes, so that a used reference looks like any other refusal. */
export async function unlessRefused(
  sent: Promise<ProviderResponse>,
  find: () => Promise<ProviderResponse>,
): Promise<ProviderResponse> {
  try {
    return await sent;
  } catch (error) {
    if (!(error instanceof GatewayError) || !error.refused) throw error;
    const known = await find();
    return known.state === 'unknown' ? { state: 'refused', reason: error.message } : known;
  }
}

const MAX_PAGES = 20;

interface Page {
  readonly rows: readonly (Json | undefined)[];
  readonly total: unknown;
  readonly pages: unknown;
  readonly isReadable: boolean;
}

/** A provider may ignore the filter, so only a complete list proves that a reference is unknown. */
export async function findInPages(
  what: string,
  readPage: (page: number) => Promise<Page>,
  isWanted: (row: Json) => boolean,
): Promise<Json | undefined> {
  let seen = 0;
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const { rows, total, pages, isReadable } = await readPage(page);
    const found = rows.find((row) => row && isWanted(row));
    if (found) return found;
    if (!isReadable || !isCount(total) || !isCount(pages))
      throw new GatewayError(`${what} are listed in an unknown shape`);
    seen += rows.length;
    if (page >= pages) {
      if (seen >= total) return undefined;
      throw new GatewayError(`${what} are left out of their list`);
    }
  }
  throw new GatewayError(`${what} are too many to look through`);
}

export const isCount = (value: unknown): value is number =>
  Number.isSafeInteger(value) && Number(value) >= 0;
