import type { ReactElement } from 'react';
import { useParams } from 'wouter';

import { PaymentVoucherView } from './payment-voucher-view.tsx';
import { VoucherFailed } from '../voucher-failed.tsx';
import { VoucherSkeleton } from './voucher-skeleton.tsx';
import { VoucherView } from './voucher-view.tsx';
import { useVoucherScreen } from '../../../shared/vouchers/use-voucher-screen.ts';

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
