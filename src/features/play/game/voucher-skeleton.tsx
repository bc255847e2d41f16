import type { ReactElement } from 'react';

import { Card, Columns, Page } from '../../../ui/layout/layout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { TicketSkeleton } from '../ticket/ticket-skeleton.tsx';
import { SharersSkeleton } from './top-sharers.tsx';

/** A voucher that is on its way, in its final shape. */
export function VoucherSkeleton(): ReactElement {
  return (
    <Page aria-busy="true">
      <h1 className="vh">Voucher</h1>
      <p className="vh" role="status">
        Loading voucher
      </p>
      <Columns kind="side-main">
        <div className="deferred stack g3">
          <div className="split">
            <Skeleton width="60%" />
            <Skeleton shape="block" width="6rem" height="2.75rem" />
          </div>
          <TicketSkeleton />
        </div>
        <aside className="deferred">
          <Card className="stack g3">
            <Skeleton width="50%" />
            <SharersSkeleton />
          </Card>
        </aside>
      </Columns>
    </Page>
  );
}
