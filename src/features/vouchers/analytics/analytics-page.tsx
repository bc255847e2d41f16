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
import { formatCount, formatMoney } from '../../../ui/text/format-money.ts';
import { shortReference } from '../../../ui/text/format-text.ts';
import { formatDate } from '../../../ui/text/format-time.ts';
import { useUser } from '../../../shared/accounts/user.ts';
import { voucherLink, CREATOR_WORDS, shareLink } from '../../../shared/vouchers/share-voucher.tsx';
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
  TicketTear,
} from '../../../ui/ticket/ticket.tsx';

const STATS = ['1', '2', '3', '4', '5', '6'];

const AnalyticsSkeleton = (): ReactElement => (
  <Loading what="Loading analytics">
    <Columns kind="aside-main">
      <Skeleton shape="block" height="18rem" />
      <div className="stack g5">
        <div className={cx('single', css['stats'])}>
          {STATS.map((name) => (
            <Skeleton key={name} shape="block" height="5.25rem" />
          ))}
        </div>
        <Skeleton shape="block" height="16rem" />
        <Skeleton shape="block" height="20rem" />
      </div>
    </Columns>
  </Loading>
);

interface DetailsTicketProps {
  readonly row: AnalyticsRow;
}

function Facts({ row }: DetailsTicketProps): ReactElement {
  const { created_at: createdAt, ulid, analytics } = row;
  return (
    <dl className={cx('stack g1 sm', css['facts'])}>
      <div>
        <dt>Created</dt>
        <dd>{formatDate(new Date(createdAt))}</dd>
      </div>
      <div>
        <dt>Views</dt>
        <dd>{formatCount(analytics.total_views)}</dd>
      </div>
      <div>
        <dt>Link clicks</dt>
        <dd>{formatCount(analytics.link_clicks)}</dd>
      </div>
      <div>
        <dt>Voucher id</dt>
        <dd className={css['id']}>{shortReference(ulid)}</dd>
      </div>
    </dl>
  );
}

function DetailsTicket({ row }: DetailsTicketProps): ReactElement {
  const referralCode = useUser()?.referral_code;
  const { ulid, amount, currency } = row;
  const share = (): void => {
    const title = `Win ${formatMoney(amount, currency)} on Goodies`;
    void shareLink(voucherLink(location.origin, ulid, referralCode), title, CREATOR_WORDS);
  };
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
        <Facts row={row} />
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
      <TicketTear />
    </Ticket>
  );
}

function AnalyticsView({ row }: { readonly row: AnalyticsRow }): ReactElement {
  const now = useNow(30 * CLOCK_TICK_MS);
  return (
    <Columns kind="aside-main">
      <DetailsTicket row={row} />
      <div className="stack g5">
        <PerformanceOverview row={row} />
        <GuessesChart row={row} now={now} />
        <RecentGuesses row={row} now={now} />
        <EngagementMetrics analytics={row.analytics} />
      </div>
    </Columns>
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
