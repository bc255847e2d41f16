import { type ReactElement, Suspense } from 'react';
import { useParams } from 'wouter';

import type { Failure } from '../../../../contract/result.ts';
import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { ButtonLink } from '../../../ui/action/button.tsx';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { relativeTimeWithin } from '../../../ui/text/format-time.ts';
import { useNow } from '../../../platform/clock/use-now.ts';
import { RetryAlert } from '../../../ui/feedback/alert.tsx';
import { SubPage } from '../../../ui/layout/layout.tsx';
import css from './analytics.module.css';
import { DetailsTicket } from './details-ticket.tsx';
import { EngagementMetrics, PerformanceOverview } from './performance-overview.tsx';
import { GuessesChart } from './guesses-chart.tsx';
import { RecentGuesses } from './recent-guesses.tsx';
import { useAnalytics } from './use-analytics.ts';

export interface AnalyticsFailedProps {
  readonly failure: Failure;
  readonly onRetry: () => void;
}

function AnalyticsFailed({ failure, onRetry }: AnalyticsFailedProps): ReactElement {
  const { status, message } = failure;
  if (status !== 403 && status !== 404 && status !== 422) {
    return (
      <ErrorState message={message} onRetry={onRetry}>
        <ButtonLink href="/my-vouchers">Back to My Vouchers</ButtonLink>
      </ErrorState>
    );
  }
  return (
    <div role="alert">
      <EmptyState
        title={status === 403 ? 'No access' : 'Nothing to show'}
        action={
          <ButtonLink variant="primary" href="/my-vouchers">
            Back to My Vouchers
          </ButtonLink>
        }
      >
        {message}
      </EmptyState>
    </div>
  );
}

const STATS = ['1', '2', '3', '4', '5', '6'];

const AnalyticsSkeleton = (): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      Loading analytics
    </p>
    <div className={css['screen']}>
      <Skeleton shape="block" height="18rem" />
      <div className="stack g5">
        <div className={css['stats']}>
          {STATS.map((name) => (
            <Skeleton key={name} shape="block" height="5.25rem" />
          ))}
        </div>
        <Skeleton shape="block" height="16rem" />
        <Skeleton shape="block" height="20rem" />
      </div>
    </div>
  </div>
);

const CLOCK_INTERVAL_MS = 30 * CLOCK_TICK_MS;

interface AgeProps {
  readonly fetchedAt: number;
  readonly now: Date;
  readonly failure: Failure | undefined;
  readonly isOffline: boolean;
  readonly onRetry: () => void;
}

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

function AnalyticsView({ row, failure, onRetry }: AnalyticsViewProps): ReactElement {
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

export default function AnalyticsPage(): ReactElement {
  const { id = '' } = useParams();
  return (
    <SubPage title="Analytics" back="/my-vouchers" backLabel="Back to My Vouchers">
      <Suspense fallback={<AnalyticsSkeleton />}>
        <LiveAnalytics key={id} id={id} />
      </Suspense>
    </SubPage>
  );
}

function LiveAnalytics({ id }: { readonly id: string }): ReactElement {
  const { view, retry } = useAnalytics(id);
  switch (view.phase) {
    case 'loading':
      return <AnalyticsSkeleton />;
    case 'failed':
      return <AnalyticsFailed failure={view.failure} onRetry={retry} />;
    case 'ready':
      return <AnalyticsView row={view.row} failure={view.failure} onRetry={retry} />;
    default:
      return view satisfies never;
  }
}
