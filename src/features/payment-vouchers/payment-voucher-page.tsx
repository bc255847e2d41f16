import type { ReactElement } from 'react';
import arrowLeftIcon from 'lucide/dist/esm/icons/arrow-left.mjs';

import { errorMessage } from '../../../contract/errors.ts';
import { DEFAULT_REGION, REGIONS } from '../../../contract/region-table.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { AppLink } from '../../ui/action/app-link.tsx';
import { IconLink } from '../../ui/action/icon-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, PageHead } from '../../ui/layout/layout.tsx';
import { Skeleton } from '../../ui/feedback/skeleton.tsx';
import { readUser } from '../../../local/queries/user-and-region.ts';
import { CreateForm } from './create-form.tsx';
import { emptyPaymentVoucher } from './payment-voucher-form.ts';

/** /payment-voucher: money for the holder of its code. */
export default function PaymentVoucherPage(): ReactElement {
  const read = useLive(readUser, []);
  const user = read.phase === 'ready' ? read.data?.user : undefined;
  return (
    <Page>
      <PageHead>
        <IconLink href="/my-vouchers" label="Back to My Vouchers">
          <Icon of={arrowLeftIcon} />
        </IconLink>
        <h1>Create Payment Voucher</h1>
      </PageHead>
      {user?.email_verified === false && (
        <Alert tone="warn">
          {errorMessage('email_unverified')}.{' '}
          <AppLink className="link" href="/verify-email">
            Verify
          </AppLink>
        </Alert>
      )}
      {read.phase === 'loading' ? (
        <Skeleton shape="block" height="30rem" />
      ) : (
        <CreateForm
          initial={emptyPaymentVoucher(REGIONS[user?.region ?? DEFAULT_REGION].currency)}
        />
      )}
    </Page>
  );
}
