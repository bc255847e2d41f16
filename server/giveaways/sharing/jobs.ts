import { dateOf } from '../../clock.ts';
import type { Deps } from '../../deps.ts';
import { EVERY_MINUTE } from '../../jobs/cron.ts';
import { SETTLE_ARRIVALS, SETTLE_VISITOR, type VisitorJob } from './job-names.ts';
import { settleAllArrivals } from './settle-arrivals.ts';

/** Confirms shares: a day after the arrival, or once its visitor is verified. */
export function registerSharingJobs(deps: Deps): void {
  deps.jobs.handle(
    SETTLE_ARRIVALS,
    () => settleAllArrivals(deps.db, 'overdue', dateOf(deps.clock)),
    EVERY_MINUTE,
  );
  deps.jobs.handle(SETTLE_VISITOR, (data) => {
    const { userId: visitorId } = data as VisitorJob;
    return settleAllArrivals(deps.db, { visitorId }, dateOf(deps.clock));
  });
}
