import { Suspense, type ReactElement } from 'react';
import { useParams } from 'wouter';

import { isOver } from '../../../shared/vouchers/voucher-reveal.ts';
import { BackLink } from '../../../ui/action/button.tsx';
import { Columns, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { AddUsers } from './add-users.tsx';
import { AllowedFailed } from './allowed-failed.tsx';
import { AllowedList } from './allowed-list.tsx';
import { AllowedSkeleton } from './allowed-skeleton.tsx';
import { useAllowedUsers } from './use-allowed-users.ts';
import { VoucherSummary } from './voucher-summary.tsx';

/** /allowed-users/{voucherId}: who may guess on one of one's own private giveaways. */
export default function AllowedUsersPage(): ReactElement {
  const { voucherId = '' } = useParams();
  return (
    <Page>
      <PageHead>
        <BackLink href="/my-vouchers" label="Back to My Vouchers" />
        <h1>Manage Users</h1>
      </PageHead>
      <Suspense fallback={<AllowedSkeleton />}>
        <LiveUsers key={voucherId} id={voucherId} />
      </Suspense>
    </Page>
  );
}

function LiveUsers({ id }: { readonly id: string }): ReactElement {
  const { view, voucher, retry } = useAllowedUsers(id);
  switch (view.phase) {
    case 'loading':
      return <AllowedSkeleton />;
    case 'failed':
      return <AllowedFailed failure={view.failure} onRetry={retry} />;
    case 'ready': {
      const { row, failure } = view;
      // Once it is over there is nothing left to guess.
      const isClosed = voucher !== undefined && isOver(voucher);
      return (
        <Columns kind="main-side">
          <div className="stack g4">
            {!isClosed && <AddUsers ulid={row.ulid} />}
            <AllowedList row={row} failure={failure} onRetry={retry} isClosed={isClosed} />
          </div>
          <aside>{voucher && <VoucherSummary voucher={voucher} />}</aside>
        </Columns>
      );
    }
    default:
      return view satisfies never;
  }
}
