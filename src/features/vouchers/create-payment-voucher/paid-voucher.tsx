import { useEffect, useRef, type ReactElement } from 'react';
import sendIcon from 'lucide/dist/esm/icons/send.mjs';

import { WALLET_PAID_REDIRECT_MS } from '../../../../contract/constants.ts';
import { newVoucherPath } from '../create/new-voucher-path.ts';
import { fetchNewVoucher } from '../create/use-create-and-pay.ts';
import { navigate } from '../../../platform/routing/router.tsx';
import { Button } from '../../../ui/action/button.tsx';
import { Icon } from '../../../ui/icon.tsx';
import { Narrow } from '../../../ui/layout/layout.tsx';
import type { PaymentVoucherForm } from './payment-voucher-form.ts';
import { VoucherPreview } from './voucher-preview.tsx';

export interface PaidVoucherProps {
  readonly form: PaymentVoucherForm;
  readonly ulid: string;
}

/** A voucher that the wallet has paid for. Handing it over begins at a tap, or by itself a moment later. */
export function PaidVoucher({ form, ulid }: PaidVoucherProps): ReactElement {
  const heading = useRef<HTMLHeadingElement>(null);
  const handOver = (): void => navigate(newVoucherPath(ulid), { replace: true });
  useEffect(() => {
    scrollTo(0, 0);
    // The button that had the focus is gone.
    heading.current?.focus({ preventScroll: true });
    void fetchNewVoucher();
    const timer = setTimeout(
      () => navigate(newVoucherPath(ulid), { replace: true }),
      WALLET_PAID_REDIRECT_MS,
    );
    return () => clearTimeout(timer);
  }, [ulid]);
  return (
    <Narrow className="stack g4">
      <h2 ref={heading} tabIndex={-1}>
        Your voucher is ready
      </h2>
      <VoucherPreview form={form} />
      <Button variant="primary" size="lg" block onClick={handOver}>
        <Icon of={sendIcon} size="sm" /> Send it now
      </Button>
    </Narrow>
  );
}
