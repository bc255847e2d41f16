import type { Deps } from '../deps.ts';
import { EVERY_TEN_MINUTES } from '../jobs/cron.ts';
import { refreshRates } from './refresh-rates.ts';

const QUEUE = 'exchange-rates';

/** Keeps the exchange rates fresh where a service is configured. */
export function registerRegionJobs(deps: Deps): void {
  if (deps.config.ratesUrl === undefined) return;
  // A run that finds a fresh reading does nothing, so a new server has rates within ten minutes.
  deps.jobs.handle(QUEUE, () => refreshRates(deps), EVERY_TEN_MINUTES);
}
