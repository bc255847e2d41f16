import { sql, type SQL } from 'drizzle-orm';

import { majorToMinor, type Currency } from '../../contract/money.ts';
import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { worthOf } from '../../contract/vouchers/worth.ts';
import { getUser } from '../accounts/find-user.ts';
import type { Db } from '../db/database.ts';
import { queryRows } from '../db/query-rows.ts';
import { isListed, rateOf, vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { errorOfField } from '../http/app-error.ts';
import { readRates } from '../regions/read-rates.ts';

interface Bound {
  readonly amountMinor: bigint;
  readonly worthMinor: bigint;
  readonly currency: Currency;
}

/**
 * Keeps the giveaways whose worth lies within the bounds of a list. Amounts in the bounds' own currency are
 * compared as they are, so that no rate can leave out the one that stands exactly on a bound.
 * @returns nothing without bounds, for which it reads no rates
 * @throws AppError `amount_invalid` for a bound with more than two decimals.
 */
export async function readWorthFilter(
  deps: Pick<Deps, 'db' | 'clock'>,
  query: VoucherListQuery,
  callerId: number,
): Promise<SQL[]> {
  const { min_amount: min, max_amount: max } = query;
  if (min === undefined && max === undefined) return [];
  const minMinor = minorOf('min_amount', min);
  const maxMinor = minorOf('max_amount', max);
  const currency =
    query.amount_currency ?? query.currency ?? (await homeCurrencyOf(deps, callerId));
  const { rates } = await readRates(deps);
  const written = await readWrittenRates(deps.db, currency);
  const boundOf = (amountMinor: bigint): Bound => ({
    amountMinor,
    worthMinor: worthOf(amountMinor, currency, rates),
    currency,
  });
  return [
    ...(minMinor === undefined ? [] : [isAtLeast(boundOf(minMinor), written)]),
    ...(maxMinor === undefined ? [] : [isAtMost(boundOf(maxMinor), written)]),
  ];
}

async function homeCurrencyOf(deps: Pick<Deps, 'db'>, userId: number): Promise<Currency> {
  const { region } = await getUser(deps.db, userId);
  return REGIONS[normaliseRegion(region)].currency;
}

function minorOf(field: string, major: number | undefined): bigint | undefined {
  if (major === undefined) return undefined;
  const minor = majorToMinor(major);
  if (minor === undefined) throw errorOfField(field, 'amount_invalid');
  return minor;
}

/** What is compared is exact; the range beside it is what an index can seek, and hardly wider. */
const isAtLeast = ({ amountMinor, worthMinor, currency }: Bound, rates: WrittenRates): SQL => {
  const own = rates && toWorth(amountMinor, rates.least * (1 - FLOAT_ERROR), -1n);
  return sql`(
    ${vouchers.worth} >= ${own !== undefined && own < worthMinor ? own : worthMinor}::bigint and
    case when ${vouchers.currency} = ${currency} then ${vouchers.amount} >= ${amountMinor}::bigint
      else ${vouchers.worth} >= ${worthMinor}::bigint end)`;
};

const isAtMost = ({ amountMinor, worthMinor, currency }: Bound, rates: WrittenRates): SQL => {
  const own = rates && toWorth(amountMinor, rates.most * (1 + FLOAT_ERROR), 1n);
  return sql`(
    ${vouchers.worth} <= ${own !== undefined && own > worthMinor ? own : worthMinor}::bigint and
    case when ${vouchers.currency} = ${currency} then ${vouchers.amount} <= ${amountMinor}::bigint
      else ${vouchers.worth} <= ${worthMinor}::bigint end)`;
};

/** Far above what a float of that size is off by. */
const FLOAT_ERROR = 1e-9;
/** Fits a `bigint` of the database, and is above every worth. */
const WORTH_ABOVE_ALL = 9_000_000_000_000_000_000n;

function toWorth(amountMinor: bigint, rate: number, oneMore: bigint): bigint {
  const worth = BigInt(Math.round(Number(amountMinor) * rate)) + oneMore;
  if (worth < 0n) return 0n;
  return worth > WORTH_ABOVE_ALL ? WORTH_ABOVE_ALL : worth;
}

/**
 * Between which rates the listed giveaways of a currency have their worth, which is written some time after a rate
 * has moved; undefined where there are none.
 */
type WrittenRates = { readonly least: number; readonly most: number } | undefined;

async function readWrittenRates(db: Db, currency: Currency): Promise<WrittenRates> {
  const listed = sql`from ${vouchers} where ${isListed(vouchers)} and ${vouchers.currency} = ${currency}`;
  const [row] = await queryRows<{ least: number | null; most: number | null }>(
    db,
    sql`select (select min(${rateOf(vouchers)}) ${listed}) as least, (select max(${rateOf(vouchers)}) ${listed}) as most`,
  );
  const { least, most } = row ?? { least: null, most: null };
  return least === null || most === null ? undefined : { least, most };
}
