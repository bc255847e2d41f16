import type { Deps } from '../deps.ts';
import { refreshRates } from './refresh-rates.ts';

const QUEUE = 'exchange-rates';
/** A run that finds a fresh reading does nothing, so a new server has rates within ten minutes. */
const EVERY_TEN_MINUTES = '*/10 * * * *';

/** Keeps the exchange rates fresh where a service is configured. */
export function registerRegionJobs(deps: Deps): void {
  if (deps.config.ratesUrl === undefined) return;
  deps.jobs.handle(QUEUE, () => refreshRates(deps));
  deps.jobs.schedule(QUEUE, EVERY_TEN_MINUTES);
}
