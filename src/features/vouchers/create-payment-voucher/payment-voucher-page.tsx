import type { ReactElement } from 'react';

import { CreatePage } from '../create/create-page.tsx';
import { CreateForm } from './create-form.tsx';
import { emptyPaymentVoucher } from './payment-voucher-form.ts';

export default function PaymentVoucherPage(): ReactElement {
  return (
    <CreatePage title="Create Payment Voucher">
      {(currency) => <CreateForm initial={emptyPaymentVoucher(currency)} />}
    </CreatePage>
  );
}
