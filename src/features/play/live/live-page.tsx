import type { ReactElement } from 'react';
import { useParams } from 'wouter';

import { LiveSkeleton } from './live-skeleton.tsx';
import { LiveView } from './live-view.tsx';
import { PaymentVoucherView } from '../game/payment-voucher-view.tsx';
import { useVoucherScreen } from '../../../shared/vouchers/use-voucher-screen.ts';
import { VoucherFailed } from '../voucher-failed.tsx';

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
