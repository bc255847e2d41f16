import { convertMinor, type Currency } from '../../contract/money.ts';
import { FALLBACK_FROM_USD, FALLBACK_TO_USD } from '../../contract/region-table.ts';
import type { Rates } from '../../contract/regions.ts';
import { ok, type Result } from '../../contract/result.ts';
import { readRates } from '../../local/queries/user-and-region.ts';
import type { WorkerContext } from '../context.ts';
import { failed } from '../failure.ts';

export interface Conversion {
  /** Minor units of `from`. */
  readonly amountMinor: bigint;
  readonly from: Currency;
  readonly to: Currency;
}

export interface Converted {
  /** Minor units of `to`. */
  readonly amountMinor: bigint;
  /** 'fallback' = a rate built into the app, because none was mirrored. */
  readonly source: 'mirrored' | 'fallback';
}

type Rate = Pick<Converted, 'source'> & { readonly rate: number };

/** Units of `to` for one of `from`: directly, else by way of the dollar. */
function mirroredRate(rates: Rates, from: Currency, to: Currency): number | undefined {
  const direct = rates[from]?.[to];
  if (direct !== undefined) return direct;
  const [toDollar, fromDollar] = [rates[from]?.['USD'], rates['USD']?.[to]];
  return toDollar !== undefined && fromDollar !== undefined ? toDollar * fromDollar : undefined;
}

const isRate = (rate: number | undefined): rate is number =>
  rate !== undefined && Number.isFinite(rate) && rate > 0;

function findRate(rates: Rates | undefined, from: Currency, to: Currency): Rate | undefined {
  if (from === to) return { rate: 1, source: 'mirrored' };
  const mirrored = rates && mirroredRate(rates, from, to);
  if (isRate(mirrored)) return { rate: mirrored, source: 'mirrored' };
  const fallback = FALLBACK_TO_USD[from] * FALLBACK_FROM_USD[to];
  return isRate(fallback) ? { rate: fallback, source: 'fallback' } : undefined;
}

/** Converts with the mirrored rates, else with those built in. Rounds half to even, once. Fails with `rate_missing`. */
export async function convert(
  { db }: Pick<WorkerContext, 'db'>,
  { amountMinor, from, to }: Conversion,
): Promise<Result<Converted>> {
  const found = findRate((await readRates(db))?.rates, from, to);
  if (!found) return failed('rate_missing', { from, to });
  return ok({ amountMinor: convertMinor(amountMinor, found.rate), source: found.source });
}
