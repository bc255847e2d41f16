import {
  amountOf,
  convertMinor,
  majorToMinor,
  minorToMajor,
  type Currency,
} from '../../contract/money.ts';
import { findRate, type KnownRates } from '../../contract/rates.ts';
import { ok, type Result } from '../../contract/result.ts';
import { readRates } from '../../local/queries/user-and-region.ts';
import type { RatesRow } from '../../local/rows.ts';
import type { WorkerContext } from '../context.ts';

/** An amount that is to be known in another currency. */
export interface AskedConversion {
  /** Major units of `from`, or text as it was typed. */
  readonly amount: number | string;
  readonly from: Currency;
  readonly to: Currency;
}

/** What an amount is in another currency, at the rates of this device. */
export interface Converted {
  /** Major units of `to`; 0 for a text that is no amount (spec 5, Amounts). */
  readonly gets: number;
  /** Units of `to` for one of `from`; undefined when there is none at all. */
  readonly rate: number | undefined;
  /** Whether rates are known, and this one is not among them. */
  readonly isMissing: boolean;
}

/** Undefined where only those built in are known. */
const knownRates = (row: RatesRow | undefined): KnownRates | undefined =>
  row?.source === 'fallback' ? undefined : row?.rates;

function convertOne(
  { amount, from, to }: AskedConversion,
  rates: KnownRates | undefined,
): Converted {
  const found = findRate(rates, from, to);
  const amountMinor = majorToMinor(typeof amount === 'number' ? amount : amountOf(amount));
  const getsMinor =
    amountMinor === undefined || !found ? 0n : convertMinor(amountMinor, found.rate);
  return {
    gets: minorToMajor(getsMinor),
    rate: found?.rate,
    isMissing: found === undefined || (found.isFallback && rates !== undefined),
  };
}

/** Converts amounts at the rates of this device, each in its place. */
export async function convertAmounts(
  { db }: WorkerContext,
  asked: readonly AskedConversion[],
): Promise<Result<readonly Converted[]>> {
  const rates = knownRates(await readRates(db));
  return ok(asked.map((one) => convertOne(one, rates)));
}

/**
 * What amounts are together in one currency.
 * @returns major units; undefined where one of them has no rate
 */
export async function sumAmounts(
  { db }: WorkerContext,
  amounts: readonly Pick<AskedConversion, 'amount' | 'from'>[],
  to: Currency,
): Promise<Result<number | undefined>> {
  const rates = knownRates(await readRates(db));
  let sumMinor = 0n;
  for (const { amount, from } of amounts) {
    const found = findRate(rates, from, to);
    const amountMinor = majorToMinor(Number(amount));
    if (!found || amountMinor === undefined) return ok(undefined);
    sumMinor += convertMinor(amountMinor, found.rate);
  }
  return ok(minorToMajor(sumMinor));
}
