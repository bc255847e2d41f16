import type { ReactElement } from 'react';

import { PaymentPicker } from '../../../shared/payments/payment-picker.tsx';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { VoucherFormParts } from './use-voucher-form.ts';

export interface PaymentMethodsProps extends Pick<VoucherFormParts<string>, 'means' | 'picker'> {
  readonly legend: string;
}

/** The ways to pay for a new voucher: on their way, here, or why they are not. */
export function PaymentMethods({ means, picker, legend }: PaymentMethodsProps): ReactElement {
  const { methods, failure, retry } = means;
  if (methods) return <PaymentPicker legend={legend} methods={methods} {...picker} />;
  if (!failure) return <Skeleton shape="block" height="14rem" />;
  return <ErrorState title="No payment methods" message={failure.message} onRetry={retry} />;
}
