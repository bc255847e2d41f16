import { Suspense, type ReactElement } from 'react';
import plusIcon from 'lucide/dist/esm/icons/plus.mjs';

import { navigate, useQuery } from '../../platform/routing/router.tsx';
import { usePaymentReturn } from '../../domain/payments/use-payment-return.ts';
import { ButtonLink } from '../../ui/action/button-link.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Page, PageHead } from '../../ui/layout/layout.tsx';
import { Pills } from '../../ui/action/pills.tsx';
import { PullToRefresh } from '../../ui/feedback/pull-to-refresh.tsx';
import { toast } from '../../platform/toast-store.ts';
import { VerifyingDialog } from '../../domain/payments/verifying-dialog.tsx';
import { createdPath, readCreatedAddress, type CreatedFilter } from './created-address.ts';
import { CreatedList } from './created-list.tsx';
import { CreatedSkeleton } from './created-skeleton.tsx';
import { pullCreated } from './use-created.ts';
import { notifyVoucherOutcome, verifyVoucherPayment } from './verify-voucher-payment.ts';

const FILTERS: readonly { readonly value: CreatedFilter; readonly label: string }[] = [
  { value: 'all', label: 'All' },
  { value: 'pending', label: 'Pending' },
  { value: 'active', label: 'Active' },
];
const VOUCHER_CHECK = { verify: verifyVoucherPayment, notify: notifyVoucherOutcome };

/** /my-vouchers: what the user made and paid for. Also where a voucher's checkout leads back to. */
export default function MyVouchersPage(): ReactElement {
  const address = readCreatedAddress(useQuery());
  const payment = usePaymentReturn(VOUCHER_CHECK);
  const refresh = async (): Promise<void> => {
    const result = await pullCreated(address);
    if (!result.ok) toast(result.error.message, { kind: 'error' });
  };
  return (
    <Page>
      <PullToRefresh onRefresh={refresh}>
        <div className="stack g4">
          <PageHead>
            <h1 className="grow">My Vouchers</h1>
            <ButtonLink variant="primary" size="sm" href="/payment-voucher">
              <Icon of={plusIcon} size="sm" /> Create
            </ButtonLink>
          </PageHead>
          <Pills
            label="Status"
            options={FILTERS}
            value={address.filter}
            onChange={(filter) => navigate(createdPath({ filter, pages: 1 }))}
          />
          <Suspense fallback={<CreatedSkeleton />}>
            <CreatedList address={address} />
          </Suspense>
        </div>
      </PullToRefresh>
      <VerifyingDialog payment={payment} />
    </Page>
  );
}
