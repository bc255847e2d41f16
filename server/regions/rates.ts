import { desc } from 'drizzle-orm';

import { EXCHANGE_RATES_MAX_AGE_MS, RATES_LIVE_MS } from '../../contract/constants.ts';
import { HOUR_MS, SECOND_MS } from '../../contract/durations.ts';
import { CURRENCIES, type Currency } from '../../contract/money.ts';
import { FALLBACK_FROM_USD, FALLBACK_TO_USD } from '../../contract/region-table.ts';
import type { RatesAnswer } from '../../contract/regions.ts';
import type { Db } from '../db/database.ts';
import { exchangeRates } from '../db/schema/exchange.ts';
import type { Deps } from '../deps.ts';
import { EVERY_TEN_MINUTES } from '../jobs/jobs.ts';

const QUOTED = ['NGN', 'GHS', 'KES'] as const;

/** Units of each currency for one USD. */
type UsdRates = Readonly<Record<(typeof QUOTED)[number], number>>;

const TIMEOUT_MS = 8_000;

/**
 * The service answers like open.er-api.com: `{result, base_code, rates: {CODE: units per USD}}`.
 * @throws when the service fails or its rates are too old
 */
export async function readUsdRates(
  url: string,
  nowMs: number,
  timeoutMs = TIMEOUT_MS,
): Promise<UsdRates> {
  const response = await fetch(url, {
    signal: AbortSignal.timeout(timeoutMs),
    headers: { accept: 'application/json' },
    // Only the configured service is trusted.
    redirect: 'error',
  });
  if (!response.ok) throw new Error(`the rate service answered ${response.status}`);
  return parseUsdRates(await response.json(), nowMs);
}

/** @throws also for old rates, because a dead service continues to answer */
export function parseUsdRates(body: unknown, nowMs: number): UsdRates {
  const answer = (body ?? {}) as Readonly<Record<string, unknown>>;
  if (answer['result'] !== 'success') throw new Error('the rate service reports a failure');
  if (answer['base_code'] !== 'USD') throw new Error('the rate service does not quote in USD');
  const updatedAt = answer['time_last_update_unix'];
  if (typeof updatedAt === 'number' && nowMs - updatedAt * SECOND_MS > EXCHANGE_RATES_MAX_AGE_MS)
    throw new Error('the rate service tells old rates');
  const rates = (answer['rates'] ?? {}) as Readonly<Record<string, unknown>>;
  for (const currency of QUOTED)
    if (!(Number.isFinite(rates[currency]) && Number(rates[currency]) > 0))
      throw new Error(`the rate service has no rate for ${currency}`);
  const { NGN, GHS, KES } = rates as UsdRates;
  return { NGN, GHS, KES };
}

/** The service must not be read more often than hourly. */
const READ_EVERY_MS = HOUR_MS;
/** A larger jump is taken for a fault of the service, unless it lasts this long. */
const MAX_JUMP = 0.2;
const BELIEVE_JUMP_AFTER_MS = 48 * HOUR_MS;

async function lastReading(db: Db): Promise<{ rates: UsdRates; readAt: Date } | undefined> {
  const [row] = await db
    .select({ rates: exchangeRates.rates, readAt: exchangeRates.readAt })
    .from(exchangeRates)
    .orderBy(desc(exchangeRates.readAt), desc(exchangeRates.id))
    .limit(1);
  return row && { rates: row.rates as UsdRates, readAt: row.readAt };
}

/** @throws when the service fails, or a rate jumped by more than a fifth within two days */
export async function refreshRates(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  read: (nowMs: number) => Promise<UsdRates>,
): Promise<void> {
  const nowMs = clock.now();
  const last = await lastReading(db);
  const ageMs = last ? nowMs - last.readAt.getTime() : Infinity;
  if (ageMs < READ_EVERY_MS) return;
  const rates = await read(nowMs);
  if (last && ageMs < BELIEVE_JUMP_AFTER_MS) refuseJump(last.rates, rates);
  await db.insert(exchangeRates).values({ rates, source: 'live', readAt: new Date(nowMs) });
}

function refuseJump(before: UsdRates, after: UsdRates): void {
  for (const currency of QUOTED)
    if (Math.abs(after[currency] / before[currency] - 1) > MAX_JUMP)
      throw new Error(`${currency} jumped from ${before[currency]} to ${after[currency]} per USD`);
}

export function registerRegionJobs(deps: Deps): void {
  const { ratesUrl } = deps.config;
  deps.jobs.handle(
    'exchange-rates',
    async () => {
      // The schedule stays in the database when the setting is removed.
      if (ratesUrl !== undefined)
        await refreshRates(deps, (nowMs) => readUsdRates(ratesUrl, nowMs));
    },
    EVERY_TEN_MINUTES,
  );
}

const SIGNIFICANT_DIGITS = 8;

type PerCurrency = Readonly<Record<Currency, number>>;
export type RateTable = Readonly<Record<Currency, PerCurrency>>;

interface KnownRates {
  /** `rates[from][to]`: units of `to` for one of `from`. */
  readonly rates: RateTable;
  /** The epoch for built-in rates. */
  readonly updatedAt: Date;
  /** `live`: read in the last two hours; `stored`: older; `fallback`: never read. */
  readonly source: RatesAnswer['source'];
}

export async function readRates(deps: Pick<Deps, 'db' | 'clock'>): Promise<KnownRates> {
  const last = await lastReading(deps.db);
  if (!last) {
    const rates = rateTable(FALLBACK_TO_USD, FALLBACK_FROM_USD);
    return { rates, updatedAt: new Date(0), source: 'fallback' };
  }
  const fromUsd: PerCurrency = { ...last.rates, USD: 1 };
  const toUsd = perCurrency((currency) => 1 / fromUsd[currency]);
  const isLive = deps.clock.now() - last.readAt.getTime() < RATES_LIVE_MS;
  return {
    rates: rateTable(toUsd, fromUsd),
    updatedAt: last.readAt,
    source: isLive ? 'live' : 'stored',
  };
}

export const rateTable = (toUsd: PerCurrency, fromUsd: PerCurrency): RateTable =>
  perCurrency((from) =>
    perCurrency((to) =>
      from === to ? 1 : Number((toUsd[from] * fromUsd[to]).toPrecision(SIGNIFICANT_DIGITS)),
    ),
  );

export const perCurrency = <T>(valueOf: (currency: Currency) => T): Record<Currency, T> =>
  Object.fromEntries(CURRENCIES.map((currency) => [currency, valueOf(currency)])) as Record<
    Currency,
    T
  >;
