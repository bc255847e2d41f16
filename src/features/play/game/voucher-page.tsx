import type { ReactElement } from 'react';
import { useParams } from 'wouter';

import { Card, Columns, Page } from '../../../ui/layout/layout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useVoucherScreen } from '../../../shared/vouchers/use-voucher-screen.ts';
import { TicketSkeleton } from '../ticket/ticket-skeleton.tsx';
import { VoucherFailed } from '../voucher-failed.tsx';
import { SharersSkeleton } from './top-sharers.tsx';
import { PaymentVoucherView } from './payment-voucher-view.tsx';
import { VoucherView } from './voucher-view.tsx';

/** A voucher that is on its way, in its final shape. */
function VoucherSkeleton(): ReactElement {
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

/** /v/{id}: one voucher, for everyone. */
export default function VoucherPage(): ReactElement {
  const { id = '' } = useParams();
  const { screen, retry } = useVoucherScreen(id);
  switch (screen.phase) {
    case 'loading':
      return <VoucherSkeleton />;
    case 'failed':
      return <VoucherFailed failure={screen.failure} onRetry={retry} />;
    case 'ready':
      return screen.voucher.purpose === 'payment' ? (
        <PaymentVoucherView voucher={screen.voucher} name={id} />
      ) : (
        <VoucherView key={screen.voucher.ulid} voucher={screen.voucher} />
      );
    default:
      return screen satisfies never;
  }
}
