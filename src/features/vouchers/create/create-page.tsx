import type { ReactElement } from 'react';

import { errorMessage } from '../../../../contract/errors.ts';
import type { Currency } from '../../../../contract/money.ts';
import { DEFAULT_REGION, REGIONS } from '../../../../contract/region-table.ts';
import { readUser } from '../../../../local/queries/user-and-region.ts';
import {
  PaymentPicker,
  type PaymentPickerProps,
} from '../../../shared/payments/payment-picker.tsx';
import type { PaymentMeans } from '../../../shared/payments/use-payment-means.ts';
import { ErrorState } from '../../../ui/feedback/states.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import { useLive } from '../../../platform/live/use-live.ts';
import { AwaitProof } from '../../../shared/accounts/user.ts';
import { AppLink } from '../../../ui/action/button.tsx';
import { Alert } from '../../../ui/feedback/alert.tsx';
import { SubPage } from '../../../ui/layout/layout.tsx';

export interface PaymentMethodsProps {
  readonly legend: string;
  readonly means: PaymentMeans;
  readonly picker: Omit<PaymentPickerProps, 'legend' | 'methods'>;
}

export function PaymentMethods({ means, picker, legend }: PaymentMethodsProps): ReactElement {
  const { methods, failure, retry } = means;
  if (methods) return <PaymentPicker legend={legend} methods={methods} {...picker} />;
  if (!failure) return <Skeleton height="14rem" />;
  return <ErrorState title="No payment methods" message={failure.message} onRetry={retry} />;
}

export interface CreatePageProps {
  readonly title: string;
  readonly children: (currency: Currency) => ReactElement;
}

export const FormSkeleton = (): ReactElement => <Skeleton height="30rem" />;

export function CreatePage({ title, children }: CreatePageProps): ReactElement {
  const read = useLive(readUser, []);
  const user = read.data?.user;
  return (
    <SubPage title={title} back="/my-vouchers" backLabel="Back to My Vouchers">
      {user?.email_verified === false && (
        <Alert tone="warn">
          <AwaitProof />
          {errorMessage('email_unverified')}.{' '}
          <AppLink className="link" href="/verify-email">
            Verify
          </AppLink>
        </Alert>
      )}
      {read.phase === 'loading' ? (
        <FormSkeleton />
      ) : (
        children(REGIONS[user?.region ?? DEFAULT_REGION].currency)
      )}
    </SubPage>
  );
}
