import { Suspense, type ReactElement } from 'react';
import { useParams } from 'wouter';

import { BackLink } from '../../../ui/action/button.tsx';
import { Page, PageHead } from '../../../ui/layout/layout.tsx';
import { AnalyticsFailed } from './analytics-failed.tsx';
import { AnalyticsSkeleton } from './analytics-skeleton.tsx';
import { AnalyticsView } from './analytics-view.tsx';
import { useAnalytics } from './use-analytics.ts';

/** /voucher-analytics/{id}: how one of one's own giveaways does. */
export default function AnalyticsPage(): ReactElement {
  const { id = '' } = useParams();
  return (
    <Page>
      <PageHead>
        <BackLink href="/my-vouchers" label="Back to My Vouchers" />
        <h1>Analytics</h1>
      </PageHead>
      <Suspense fallback={<AnalyticsSkeleton />}>
        <LiveAnalytics key={id} id={id} />
      </Suspense>
    </Page>
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
