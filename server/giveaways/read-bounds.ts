import { CURRENCIES, majorToMinor, type Currency } from '../../contract/money.ts';
import type { VoucherListQuery } from '../../contract/vouchers.ts';
import { normaliseRegion, REGIONS } from '../../contract/region-table.ts';
import { worthOf } from '../../contract/vouchers/worth.ts';
import { getUser } from '../accounts/users.ts';
import type { Deps } from '../deps.ts';
import { errorOfField } from '../http/app-error.ts';
import type { RateTable } from '../regions/read-rates.ts';

export type Bounds = Readonly<
  Record<Currency, { readonly leastMinor: bigint; readonly mostMinor: bigint }>
>;

const AMOUNT_MAX = 2n ** 63n - 1n;
/** Rates have eight significant digits, so each is an integer after this many decimals. */
const RATE_DECIMALS = 12;
const RATE_SCALE = 10n ** BigInt(RATE_DECIMALS);

/** The bound's own currency is not converted, so that rounding excludes no equal amount. */
export async function readBounds(
  deps: Pick<Deps, 'db'>,
  query: VoucherListQuery,
  callerId: number,
  rates: RateTable,
): Promise<Bounds | undefined> {
  const { min_amount: min, max_amount: max } = query;
  if (min === undefined && max === undefined) return undefined;
  const leastMinor = minorOf('min_amount', min) ?? 0n;
  const mostMinor = minorOf('max_amount', max);
  const own = query.amount_currency ?? query.currency ?? (await homeCurrencyOf(deps, callerId));
  const valueOf = (amountMinor: bigint): bigint => worthOf(amountMinor, own, rates) * RATE_SCALE;
  const boundsOf = (currency: Currency): Bounds[Currency] => {
    if (currency === own) return { leastMinor, mostMinor: mostMinor ?? AMOUNT_MAX };
    const rate = BigInt(Math.round(rates[currency].NGN * 10 ** RATE_DECIMALS));
    const least = (valueOf(leastMinor) + rate - 1n) / rate;
    const most = mostMinor === undefined ? AMOUNT_MAX : valueOf(mostMinor) / rate;
    return { leastMinor: atMost(least), mostMinor: atMost(most) };
  };
  return Object.fromEntries(
    CURRENCIES.map((currency) => [currency, boundsOf(currency)]),
  ) as unknown as Bounds;
}

const atMost = (amountMinor: bigint): bigint =>
  amountMinor > AMOUNT_MAX ? AMOUNT_MAX : amountMinor;

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
