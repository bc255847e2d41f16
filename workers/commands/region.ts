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

/** All tabs follow the user row, so they switch region together (spec 4 and 5). */
export async function setRegion(ctx: WorkerContext, region: string): Promise<Result<Region>> {
  const { db } = ctx;
  if (!isRegionKey(region)) return failed('invalid_region', { region });
  const session = await readSessionId(db);
  const answer = await ctx.api.call<SetRegionAnswer>({
    path: '/user/region',
    withoutToken: 'region_unauthenticated',
    timeoutMs: SUBMIT_TIMEOUT_MS,
    body: { region },
  });
  if (!answer.ok) {
    // The server may have changed the region, so the next refresh must ask.
    if (!answer.error.status || answer.error.status >= 500) ctx.changes.expire();
    return answer.error.code === 'timeout' ? fail(failure('region_timeout')) : answer;
  }
  await writeIfSameSession(ctx, session, [db.user], () =>
    db.user.update(SINGLE, { 'user.region': region, 'user.country_code': answer.value.data.code }),
  );
  // The region is saved even if these refreshes fail.
  await Promise.all([refreshRates(ctx, { force: true }), refreshWallets(ctx, { force: true })]);
  return ok(answer.value.data);
}

export interface AskedConversion {
  readonly amount: number | string;
  readonly from: Currency;
  readonly to: Currency;
}

export interface Converted {
  /** Major units of `to`; 0 for text that is not an amount (spec 5). */
  readonly gets: number;
  /** Units of `to` per unit of `from`; undefined if there is no rate. */
  readonly rate: number | undefined;
  readonly isMissing: boolean;
}

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

export async function convertAmounts({ db }: WorkerContext, asked: readonly AskedConversion[]) {
  const rates = knownRates(await readRates(db));
  return ok(asked.map((one) => convertOne(one, rates)));
}

/** Major units; undefined if one amount has no rate. */
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
