import { type ReactElement, Suspense } from 'react';
import { useParams } from 'wouter';

import { CLOCK_TICK_MS } from '../../../../contract/constants.ts';
import type { AnalyticsRow } from '../../../../local/rows.ts';
import { Loading, Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useNow } from '../../../platform/clock/use-now.ts';
import { Columns, SubPage } from '../../../ui/layout/layout.tsx';
import { SavedGiveaway } from '../saved-giveaway.tsx';
import { cx } from '../../../ui/cx.ts';
import css from './analytics.module.css';
import { EngagementMetrics, PerformanceOverview } from './performance-overview.tsx';
import { GuessesChart } from './guesses-chart.tsx';
import { RecentGuesses } from './recent-guesses.tsx';
import { useAnalytics } from './use-analytics.ts';
import { formatCount } from '../../../ui/text/format-money.ts';
import { shortReference } from '../../../ui/text/format-text.ts';
import { formatDate } from '../../../ui/text/format-time.ts';
import { CREATOR_WORDS, useShare } from '../../../shared/vouchers/share-voucher.tsx';
import { ticketVariantOf } from '../../../shared/vouchers/voucher-reveal.ts';
import { statusLabel } from '../../../shared/vouchers/voucher-texts.ts';
import { Badge } from '../../../ui/display/badge.tsx';
import { ButtonLink, Button } from '../../../ui/action/button.tsx';
import { Money } from '../../../ui/text/money.tsx';
import {
  Ticket,
  TicketAmount,
  TicketBody,
  TicketDivider,
  TicketFooter,
} from '../../../ui/ticket/ticket.tsx';

const AnalyticsSkeleton = (): ReactElement => (
  <Loading what="Loading analytics">
    <Columns kind="aside-main">
      <Skeleton height="18rem" />
      <div className="stack g5">
        <div className={cx('single', css['stats'])}>
          {Array.from({ length: 6 }, (_, index) => (
            <Skeleton key={index} height="5.25rem" />
          ))}
        </div>
        <Skeleton height="16rem" />
        <Skeleton height="20rem" />
      </div>
    </Columns>
  </Loading>
);

function DetailsTicket({ row }: { readonly row: AnalyticsRow }): ReactElement {
  const share = useShare(row, CREATOR_WORDS);
  const { ulid, amount, currency, created_at: createdAt, analytics } = row;
  const facts = [
    ['Created', formatDate(new Date(createdAt))],
    ['Views', formatCount(analytics.total_views)],
    ['Link clicks', formatCount(analytics.link_clicks)],
    ['Voucher id', shortReference(ulid)],
  ];
  return (
    <Ticket variant={ticketVariantOf(row)} label="Voucher Details">
      <TicketBody>
        <div className="split">
          <h2 className="lg">Voucher Details</h2>
          <Badge tone={statusLabel(row) === 'Active' ? 'ink' : 'ticket'}>{statusLabel(row)}</Badge>
        </div>
        <TicketAmount>
          <Money amount={amount} currency={currency} />
        </TicketAmount>
        <dl className={cx('stack g1 sm', css['facts'])}>
          {facts.map(([term, fact]) => (
            <div key={term}>
              <dt>{term}</dt>
              <dd>{fact}</dd>
            </div>
          ))}
        </dl>
      </TicketBody>
      <TicketDivider />
      <TicketFooter>
        <div className={css['actions']}>
          <ButtonLink variant="ink" size="sm" href={`/v/${ulid}`}>
            View Voucher
          </ButtonLink>
          <Button size="sm" className={css['share']} onClick={share}>
            Share Voucher
          </Button>
        </div>
      </TicketFooter>
    </Ticket>
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
  const now = useNow(30 * CLOCK_TICK_MS);
  return (
    <SavedGiveaway
      {...useAnalytics(id)}
      loading={<AnalyticsSkeleton />}
      refusedTitle={(status) => (status === 403 ? 'No access' : 'Nothing to show')}
    >
      {(row) => (
        <Columns kind="aside-main">
          <DetailsTicket row={row} />
          <div className="stack g5">
            <PerformanceOverview row={row} />
            <GuessesChart row={row} now={now} />
            <RecentGuesses row={row} now={now} />
            <EngagementMetrics analytics={row.analytics} />
          </div>
        </Columns>
      )}
    </SavedGiveaway>
  );
}
