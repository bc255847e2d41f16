import { desc } from 'drizzle-orm';

import { HOUR_MS } from '../../contract/durations.ts';
import type { Db } from '../db/database.ts';
import { exchangeRates } from '../db/schema/regions.ts';
import type { Deps } from '../deps.ts';
import type { RateSource } from './rate-source.ts';
import { EVERY_TEN_MINUTES } from '../jobs/cron.ts';

type UsdRates = Awaited<ReturnType<RateSource['readUsdRates']>>;

/** The service must not be read more often than hourly. */
const READ_EVERY_MS = HOUR_MS;
/** A larger jump is taken for a fault of the service, unless it lasts this long. */
const MAX_JUMP = 0.2;
const BELIEVE_JUMP_AFTER_MS = 48 * HOUR_MS;

/** Units of each currency for one USD. */
export async function lastReading(db: Db): Promise<{ rates: UsdRates; readAt: Date } | undefined> {
  const [row] = await db
    .select({ rates: exchangeRates.rates, readAt: exchangeRates.readAt })
    .from(exchangeRates)
    .orderBy(desc(exchangeRates.readAt), desc(exchangeRates.id))
    .limit(1);
  return row ? { rates: row.rates as UsdRates, readAt: row.readAt } : undefined;
}

/** @throws when the service fails, or a rate jumped by more than a fifth within two days */
export async function refreshRates(deps: Pick<Deps, 'db' | 'clock' | 'rateSource'>): Promise<void> {
  const nowMs = deps.clock.now();
  const last = await lastReading(deps.db);
  const ageMs = last ? nowMs - last.readAt.getTime() : Infinity;
  if (ageMs < READ_EVERY_MS) return;
  const rates = await deps.rateSource.readUsdRates(nowMs);
  if (last && ageMs < BELIEVE_JUMP_AFTER_MS) refuseJump(last.rates, rates);
  await deps.db.insert(exchangeRates).values({ rates, source: 'live', readAt: new Date(nowMs) });
}

function refuseJump(before: UsdRates, after: UsdRates): void {
  for (const currency of ['NGN', 'GHS', 'KES'] as const) {
    const change = Math.abs(after[currency] / before[currency] - 1);
    if (change > MAX_JUMP) {
      throw new Error(`${currency} jumped from ${before[currency]} to ${after[currency]} per USD`);
    }
  }
}

const QUEUE = 'exchange-rates';

export function registerRegionJobs(deps: Deps): void {
  deps.jobs.handle(
    QUEUE,
    async () => {
      // The schedule stays in the database when the setting is removed.
      if (deps.config.ratesUrl === undefined) return;
      await refreshRates(deps);
    },
    EVERY_TEN_MINUTES,
  );
}
