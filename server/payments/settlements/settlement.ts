import { type Currency, isCurrency } from '../../../contract/money.ts';
import { regionOfMoney } from '../../../contract/region-table.ts';
import { asName, GatewayError, type Json, rowsOf } from '../../lib/call-gateway.ts';
import { clockIn } from '../../wallet/zoned-time.ts';

/** One payment in a settlement. */
export interface SettledTransaction {
  /** Our reference; undefined where the gateway names none. */
  readonly reference: string | undefined;
  /** Minor units. */
  readonly amount: bigint;
  /** The day on which the payer paid, 'YYYY-MM-DD'. */
  readonly paidOn: string;
}

/** What a gateway says of one payout to the bank, in minor units; refunds are in neither sum. */
export interface ReportedSettlement {
  readonly id: string;
  readonly currency: Currency;
  readonly fee: bigint;
  readonly net: bigint;
  /** 'YYYY-MM-DD' */
  readonly settledOn: string;
  /** @throws GatewayError */
  readonly listTransactions: () => Promise<SettledTransaction[]>;
}

/** The settlements of one gateway. */
export interface SettlementReader {
  /** The holder of the processor's account. */
  readonly gateway: string;
  /**
   * What was paid out since a day.
   * @param since 'YYYY-MM-DD'
   * @throws GatewayError
   */
  settlements(since: string): Promise<ReportedSettlement[]>;
}

export const timeZoneOf = (currency: Currency): string =>
  regionOfMoney(currency)?.timezone ?? 'UTC';

/** The day where a currency is at home, 'YYYY-MM-DD'. */
export const dayOf = (moment: Date, currency: Currency): string =>
  clockIn(timeZoneOf(currency))(moment).slice(0, 'YYYY-MM-DD'.length);

/** The first of these that is a day or a moment. @throws GatewayError when none is */
export function dayIn(values: readonly unknown[], currency: Currency, gateway: string): string {
  for (const value of values) {
    if (typeof value !== 'string' || Number.isNaN(Date.parse(value))) continue;
    return /^\d{4}-\d{2}-\d{2}$/.test(value) ? value : dayOf(new Date(value), currency);
  }
  throw new GatewayError(`${gateway} told no day`);
}

/** The number of a settlement, and its currency. @returns undefined for a currency that nothing is paid in with */
export function namesOf(
  row: Json,
  gateway: string,
): { id: string; currency: Currency } | undefined {
  const id = asName(row['id']);
  if (id === undefined) throw new GatewayError(`${gateway} told no settlement`);
  const { currency } = row;
  return isCurrency(currency) ? { id, currency } : undefined;
}

export const SETTLEMENT_PAGE_ROWS = 100;
/** A gateway that repeats its last page for ever ends here. */
const MAX_PAGES = 1_000;
/** A page of transactions is longer than other answers. */
export const SETTLEMENT_ANSWER_CHARS = 20_000_000;

/**
 * Reads every page of a list.
 * @param pagesIn how many pages there are; where that is unknown, an empty one is the end
 * @throws GatewayError
 */
export async function readPages(
  read: (page: number) => Promise<Json>,
  pagesIn: (answer: Json) => unknown,
): Promise<Json[]> {
  const rows: Json[] = [];
  for (let page = 1; page <= MAX_PAGES; page += 1) {
    const answer = await read(page);
    const found = rowsOf(answer);
    rows.push(...found);
    const pages = Number(pagesIn(answer) ?? Number.NaN);
    if (found.length === 0 || page >= pages) return rows;
  }
  throw new GatewayError(`a list has more than ${MAX_PAGES} pages`);
}
