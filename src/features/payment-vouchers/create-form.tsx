import type { ReactElement } from 'react';

import { errorMessage } from '../../../contract/errors.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { ErrorState } from '../../ui/feedback/error-state.tsx';
import { Columns } from '../../ui/layout/layout.tsx';
import { PaymentPicker } from '../../domain/payments/payment-picker.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { PayBar } from './pay-bar.tsx';
import css from './payment-voucher.module.css';
import type { PaymentVoucherForm } from './payment-voucher-form.ts';
import { useCreateForm, type CreateFormParts } from './use-create-form.ts';
import { AmountFields, TermFields } from './voucher-fields.tsx';
import { VoucherPreview } from './voucher-preview.tsx';

function Methods({ means, picker }: Pick<CreateFormParts, 'means' | 'picker'>): ReactElement {
  const { methods, failure, retry } = means;
  if (methods) return <PaymentPicker legend="Payment method" methods={methods} {...picker} />;
  if (!failure) return <Skeleton shape="block" height="14rem" />;
  return <ErrorState title="No payment methods" message={failure.message} onRetry={retry} />;
}

/** What a voucher is to be, how it is paid, and the ticket that comes of it. */
export function CreateForm({ initial }: { readonly initial: PaymentVoucherForm }): ReactElement {
  const parts = useCreateForm(initial);
  const { element, form, errors, change, picker, means, charge, state, submit } = parts;
  const isOffline = useConnectivity() === 'offline';
  const failure = state.phase === 'editing' ? state.failure : undefined;
  return (
    <form ref={element} className="stack g4" noValidate onSubmit={submit}>
      <Columns kind="main-side">
        <div className="stack g5">
          <AmountFields form={form} errors={errors} onChange={change} />
          <TermFields form={form} errors={errors} onChange={change} />
          <Methods means={means} picker={picker} />
        </div>
        <aside className={css['side']}>
          <VoucherPreview form={form} />
        </aside>
      </Columns>
      {failure && <Alert tone="bad">{failure.message}</Alert>}
      {isOffline && <Alert tone="warn">{errorMessage('offline')}</Alert>}
      <PayBar
        methodId={picker.form.methodId}
        charge={charge}
        currency={form.currency}
        errorCount={Object.keys(errors).length}
        state={state}
        isDisabled={isOffline || !means.methods}
      />
    </form>
  );
}
