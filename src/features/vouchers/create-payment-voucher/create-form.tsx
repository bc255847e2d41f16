import type { ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import { PaymentMethods } from '../create/create-page.tsx';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { Columns } from '../../../ui/layout/layout.tsx';
import { PaidVoucher, VoucherPreview } from './voucher-preview.tsx';
import { PayBar } from './pay-bar.tsx';
import css from './payment-voucher.module.css';
import type { PaymentVoucherForm } from './payment-voucher-form.ts';
import { useCreateForm } from './use-create-form.ts';
import { AmountFields, TermFields } from './voucher-fields.tsx';

export function CreateForm({ initial }: { readonly initial: PaymentVoucherForm }): ReactElement {
  const parts = useCreateForm(initial);
  const { form, sent, picker, means, state } = parts;
  const { ref, values, errors, failure, change, onSubmit } = form;
  const isOffline = useConnectivity() === 'offline';
  if (state.phase === 'paid') return <PaidVoucher form={sent} ulid={state.ulid} />;
  return (
    <form ref={ref} className="stack g4" noValidate onSubmit={onSubmit}>
      <Columns kind="main-side">
        <div className="stack g5">
          <AmountFields form={values} errors={errors} onChange={change} />
          <TermFields form={values} errors={errors} onChange={change} />
          <PaymentMethods legend="Payment method" means={means} picker={picker} />
        </div>
        <aside className={css['side']}>
          <VoucherPreview form={values} />
        </aside>
      </Columns>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <PayBar
        picker={picker}
        errors={errors}
        state={state}
        isDisabled={isOffline || !means.methods}
      />
    </form>
  );
}
