import { Suspense, type ReactElement } from 'react';
import arrowRightIcon from 'lucide/dist/esm/icons/arrow-right.mjs';

import { useGradualRows } from '../../../platform/live/use-gradual-rows.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { EmptyState, ErrorState } from '../../../ui/feedback/states.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { SectionHead } from '../../../ui/layout/layout.tsx';
import { ListTicketSkeleton, TicketList } from '../../../ui/ticket/list-ticket.tsx';
import { TextLink } from '../../../ui/action/button.tsx';
import { VoucherListTicket } from '../../../shared/vouchers/voucher-list-ticket.tsx';
import { readFeatured } from '../../../../local/queries/voucher-lists.ts';
import type { VoucherRow } from '../../../../local/rows.ts';
import css from './welcome.module.css';

/** Two full rows where three fit beside each other, and as many skeletons before they are here. */
const SHOWN = 6;
const PLACES = Array.from({ length: SHOWN }, (_, index) => `place-${index + 1}`);

/** A few open giveaways, to look at without an account. */
export function FeaturedSection(): ReactElement {
  return (
    <section className="deferred stack g4" aria-labelledby="featured">
      <SectionHead>
        <h2 id="featured" className={css['heading']}>
          Featured giveaways
        </h2>
        {/* Home is for those who are signed in; the log-in page sends those on at once. */}
        <TextLink href="/login?next=%2F">
          See all <Icon of={arrowRightIcon} size="sm" />
        </TextLink>
      </SectionHead>
      <Suspense fallback={<Awaited />}>
        <FeaturedList />
      </Suspense>
    </section>
  );
}

const Awaited = (): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      Loading vouchers
    </p>
    <TicketList>
      <Places names={PLACES} />
    </TicketList>
  </div>
);

const Places = ({ names }: { readonly names: readonly string[] }): ReactElement[] =>
  names.map((name) => (
    <li key={name}>
      <ListTicketSkeleton />
    </li>
  ));

function FeaturedList(): ReactElement {
  const read = useLive(readFeatured, []);
  const [refresh, retry] = useRefresh((worker) => worker.refreshFeatured(), []);
  const page = read.phase === 'ready' ? read.data : undefined;
  if (!page) {
    return refresh.phase === 'failed' ? (
      <ErrorState message={refresh.error.message} onRetry={retry} />
    ) : (
      <Awaited />
    );
  }
  if (page.rows.length === 0) {
    return (
      <EmptyState title="No giveaways right now">
        New ones show up here as they are posted.
      </EmptyState>
    );
  }
  return <Tickets vouchers={page.rows.slice(0, SHOWN)} />;
}

function Tickets({ vouchers }: { readonly vouchers: readonly VoucherRow[] }): ReactElement {
  const drawn = useGradualRows(vouchers, 'featured');
  return (
    <TicketList>
      {drawn.map((voucher) => (
        <li key={voucher.ulid}>
          <VoucherListTicket voucher={voucher} />
        </li>
      ))}
      <Places names={PLACES.slice(drawn.length, vouchers.length)} />
    </TicketList>
  );
}
