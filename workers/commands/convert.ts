import { convertMinor, type Currency } from '../../contract/money.ts';
import { findRate } from '../../contract/rates.ts';
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

/** Converts with the mirrored rates, else with those built in. Rounds half to even, once. Fails with `rate_missing`. */
export async function convert(
  { db }: Pick<WorkerContext, 'db'>,
  { amountMinor, from, to }: Conversion,
): Promise<Result<Converted>> {
  const found = findRate((await readRates(db))?.rates, from, to);
  if (!found) return failed('rate_missing', { from, to });
  return ok({
    amountMinor: convertMinor(amountMinor, found.rate),
    source: found.isFallback ? 'fallback' : 'mirrored',
  });
}
