import type { ReactElement } from 'react';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import type { Failure } from '../../../../contract/result.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { RetryAlert } from '../../../ui/feedback/alert.tsx';
import css from './analytics.module.css';
import { DetailsTicket } from './details-ticket.tsx';
import { EngagementMetrics } from './engagement-metrics.tsx';
import { GuessesChart } from './guesses-chart.tsx';
import { PerformanceOverview } from './performance-overview.tsx';
import { RecentGuesses } from './recent-guesses.tsx';

const CLOCK_INTERVAL_MS = 30 * CLOCK_TICK_MS;

interface AgeProps {
  readonly fetchedAt: number;
  readonly now: Date;
  readonly failure: Failure | undefined;
  readonly isOffline: boolean;
  readonly onRetry: () => void;
}

/** How old the figures are when they could not be asked for anew. */
function Age({ fetchedAt, now, failure, isOffline, onRetry }: AgeProps): ReactElement | null {
  if (!failure && !isOffline) return null;
  return (
    <>
      {failure && !isOffline && <RetryAlert onRetry={onRetry}>{failure.message}</RetryAlert>}
      <p className="sm muted">Saved {relativeTimeWithin(new Date(fetchedAt), now)}</p>
    </>
  );
}

export interface AnalyticsViewProps {
  readonly row: AnalyticsRow;
  readonly failure: Failure | undefined;
  readonly onRetry: () => void;
}

/** How a giveaway does: the voucher, its figures, its guesses. */
export function AnalyticsView({ row, failure, onRetry }: AnalyticsViewProps): ReactElement {
  const now = useNow(CLOCK_INTERVAL_MS);
  const isOffline = useConnectivity() === 'offline';
  return (
    <>
      <Age {...{ now, failure, isOffline, onRetry }} fetchedAt={row.fetchedAt} />
      <div className={css['screen']}>
        <DetailsTicket row={row} />
        <div className="stack g5">
          <PerformanceOverview row={row} />
          <GuessesChart row={row} now={now} />
          <RecentGuesses row={row} now={now} isOffline={isOffline} />
          <EngagementMetrics analytics={row.analytics} />
        </div>
      </div>
    </>
  );
}
