import { type ReactElement, Suspense } from 'react';
import { useParams } from 'wouter';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { SubPage } from '../../../ui/layout/layout.tsx';
import { SavedGiveaway } from '../saved-giveaway.tsx';
import css from './analytics.module.css';
import { DetailsTicket } from './details-ticket.tsx';
import { EngagementMetrics, PerformanceOverview } from './performance-overview.tsx';
import { GuessesChart } from './guesses-chart.tsx';
import { RecentGuesses } from './recent-guesses.tsx';
import { useAnalytics } from './use-analytics.ts';

const STATS = ['1', '2', '3', '4', '5', '6'];

const AnalyticsSkeleton = (): ReactElement => (
  <Loading what="Loading analytics">
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
  </Loading>
);

function AnalyticsView({ row }: { readonly row: AnalyticsRow }): ReactElement {
  const now = useNow(30 * CLOCK_TICK_MS);
  return (
    <div className={css['screen']}>
      <DetailsTicket row={row} />
      <div className="stack g5">
        <PerformanceOverview row={row} />
        <GuessesChart row={row} now={now} />
        <RecentGuesses row={row} now={now} />
        <EngagementMetrics analytics={row.analytics} />
      </div>
    </div>
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
  return (
    <SavedGiveaway
      view={view}
      loading={<AnalyticsSkeleton />}
      refusedTitle={(status) => (status === 403 ? 'No access' : 'Nothing to show')}
      onRetry={retry}
    >
      {(row) => <AnalyticsView row={row} />}
    </SavedGiveaway>
  );
}
