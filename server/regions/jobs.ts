import type { Deps } from '../deps.ts';
import { EVERY_TEN_MINUTES } from '../jobs/cron.ts';
import { refreshRates } from './refresh-rates.ts';

const QUEUE = 'exchange-rates';

/** Keeps the exchange rates fresh where a service is configured. */
export function registerRegionJobs(deps: Deps): void {
  deps.jobs.handle(
    QUEUE,
    async () => {
      // The schedule outlives the setting: what nobody took would be called late for ever.
      if (deps.config.ratesUrl === undefined) return;
      // A run that finds a fresh reading does nothing, so a new server has rates within ten minutes.
      await refreshRates(deps);
    },
    EVERY_TEN_MINUTES,
  );
}
