import type { ReactElement } from 'react';
import { useParams } from 'wouter';

import { Page } from '../../../ui/layout/layout.tsx';
import { cx } from '../../../ui/cx.ts';
import { useVoucherScreen } from '../../../shared/vouchers/use-voucher-screen.ts';
import { TicketSkeleton } from '../ticket/ticket-skeleton.tsx';
import { PaymentVoucherView } from '../game/payment-voucher-view.tsx';
import { VoucherFailed } from '../voucher-failed.tsx';
import css from './live-ticket.module.css';
import { LiveView } from './live-view.tsx';

/** A voucher to watch that is on its way. */
function LiveSkeleton(): ReactElement {
  return (
    <Page aria-busy="true">
      <h1 className="vh">Live voucher</h1>
      <p className="vh" role="status">
        Loading voucher
      </p>
      <div className={cx('deferred', css['live'])}>
        <TicketSkeleton />
      </div>
    </Page>
  );
}

/** /lv/{id}: a voucher to watch, with nothing beside its ticket. */
export default function LivePage(): ReactElement {
  const { id = '' } = useParams();
  const { screen, retry } = useVoucherScreen(id);
  switch (screen.phase) {
    case 'loading':
      return <LiveSkeleton />;
    case 'failed':
      return <VoucherFailed failure={screen.failure} onRetry={retry} />;
    case 'ready':
      return screen.voucher.purpose === 'payment' ? (
        <PaymentVoucherView voucher={screen.voucher} name={id} />
      ) : (
        <LiveView key={screen.voucher.ulid} voucher={screen.voucher} />
      );
    default:
      return screen satisfies never;
  }
}
