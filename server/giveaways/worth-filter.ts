import { sql, type SQL } from 'drizzle-orm';

import { errorMessage } from '../../contract/errors.ts';
import { majorToMinor, type Currency } from '../../contract/money.ts';
import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { worthOf } from '../../contract/vouchers/worth.ts';
import { getUser } from '../accounts/find-user.ts';
import { vouchers } from '../db/schema/vouchers.ts';
import type { Deps } from '../deps.ts';
import { AppError } from '../http/app-error.ts';
import { readRates } from '../regions/read-rates.ts';

interface Bound {
  readonly amountMinor: bigint;
  readonly worthMinor: bigint;
  readonly currency: Currency;
}

/**
 * Keeps the giveaways whose worth lies within the bounds of a list. Amounts in the bounds' own currency are
 * compared as they are, so that no rate can leave out the one that stands exactly on a bound.
 * @returns nothing without bounds, of which it then asks nobody
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
  const boundOf = (amountMinor: bigint): Bound => ({
    amountMinor,
    worthMinor: worthOf(amountMinor, currency, rates),
    currency,
  });
  return [
    ...(minMinor === undefined ? [] : [isAtLeast(boundOf(minMinor))]),
    ...(maxMinor === undefined ? [] : [isAtMost(boundOf(maxMinor))]),
  ];
}

async function homeCurrencyOf(deps: Pick<Deps, 'db'>, userId: number): Promise<Currency> {
  const { region } = await getUser(deps.db, userId);
  return REGIONS[normaliseRegion(region)].currency;
}

function minorOf(field: string, major: number | undefined): bigint | undefined {
  if (major === undefined) return undefined;
  const minor = majorToMinor(major);
  if (minor === undefined)
    throw new AppError('amount_invalid', { fields: { [field]: [errorMessage('amount_invalid')] } });
  return minor;
}

/** What is compared is exact; the wider range beside it is what the index on worth can seek. */
const isAtLeast = ({ amountMinor, worthMinor, currency }: Bound): SQL => sql`(
  ${vouchers.worth} >= ${(worthMinor * 3n) / 4n}::bigint and
  case when ${vouchers.currency} = ${currency} then ${vouchers.amount} >= ${amountMinor}::bigint
    else ${vouchers.worth} >= ${worthMinor}::bigint end)`;

const isAtMost = ({ amountMinor, worthMinor, currency }: Bound): SQL => sql`(
  ${vouchers.worth} <= ${(worthMinor * 5n) / 4n}::bigint and
  case when ${vouchers.currency} = ${currency} then ${vouchers.amount} <= ${amountMinor}::bigint
    else ${vouchers.worth} <= ${worthMinor}::bigint end)`;
