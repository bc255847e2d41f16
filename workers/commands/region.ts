import { SUBMIT_TIMEOUT_MS } from '../../contract/constants.ts';
import {
  amountOf,
  convertMinor,
  type Currency,
  majorToMinor,
  minorToMajor,
} from '../../contract/money.ts';
import { findRate, type KnownRates } from '../../contract/rates.ts';
import { isRegionKey } from '../../contract/region-table.ts';
import type { Region, SetRegionAnswer } from '../../contract/regions.ts';
import { fail, ok, type Result } from '../../contract/result.ts';
import { readRates } from '../../local/queries/user-and-region.ts';
import { type RatesRow, SINGLE } from '../../local/rows.ts';
import { readSessionId } from '../../local/session.ts';
import type { WorkerContext } from '../context.ts';
import { failed, failure } from '../failure.ts';
import { writeIfSameSession } from '../mirror.ts';
import { refreshRates, refreshWallets } from '../refresh/resources.ts';

/**
 * Moves the signed-in user to another region. All tabs follow the row of the user, so they switch together, and each
 * tells its page. Rates are fetched anew, and balances: the region's own currency has one, even if it is empty.
 * Spec 4 (Region) and 5 (Region change).
 */
export async function setRegion(ctx: WorkerContext, region: string): Promise<Result<Region>> {
  const { db } = ctx;
  if (!isRegionKey(region)) return failed('invalid_region', { region });
  const session = await readSessionId(db);
  const answer = await ctx.api.call<SetRegionAnswer>({
    method: 'POST',
    path: '/user/region',
    auth: 'required',
    withoutToken: 'region_unauthenticated',
    timeoutMs: SUBMIT_TIMEOUT_MS,
    body: { region },
  });
  if (!answer.ok) {
    // The server may have taken it, so what is known of the user is not to be taken for fresh.
    if (!answer.error.status || answer.error.status >= 500) ctx.changes.expire();
    return answer.error.code === 'timeout' ? fail(failure('region_timeout')) : answer;
  }
  await writeIfSameSession(ctx, session, [db.user], () =>
    db.user.update(SINGLE, { 'user.region': region, 'user.country_code': answer.value.data.code }),
  );
  // The region is chosen, whatever becomes of these.
  await Promise.all([refreshRates(ctx, { force: true }), refreshWallets(ctx, { force: true })]);
  return ok(answer.value.data);
}

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
