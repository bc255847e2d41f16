import { Suspense, type ReactElement } from 'react';
import { useParams } from 'wouter';

import { readTransactionReceipt } from '../../../../local/queries/money.ts';
import type { GoodiesDatabase } from '../../../../local/database.ts';
import { useConnectivity } from '../../../platform/connectivity.ts';
import { useShownAge } from '../../../platform/live/shown-age.ts';
import { useLive } from '../../../platform/live/use-live.ts';
import { useRefresh } from '../../../platform/live/use-refresh.ts';
import { EmptyState, UnsavedState, ErrorState } from '../../../ui/feedback/states.tsx';
import { BackLink } from '../../../ui/action/button.tsx';
import { Narrow, Page, PageHead } from '../../../ui/layout/layout.tsx';
import { Skeleton } from '../../../ui/feedback/skeleton.tsx';
import type { KnownTransaction } from './receipt-facts.ts';
import { ReceiptPaper } from './receipt-paper.tsx';
import css from './receipt-paper.module.css';

async function readKnown(db: GoodiesDatabase, id: string): Promise<KnownTransaction | undefined> {
  const [receipt, line] = await Promise.all([
    readTransactionReceipt(db, id),
    db.transactions.get(id),
  ]);
  if (!receipt || !line) return receipt ?? line;
  // The newer one has the status of now.
  const { status, fetchedAt } = receipt.fetchedAt < line.fetchedAt ? line : receipt;
  return { ...receipt, status, fetchedAt };
}

export default function ReceiptPage(): ReactElement {
  const { id = '' } = useParams();
  return (
    <Page>
      <Narrow className="stack g4">
        <div className={css['screen']}>
          <PageHead>
            <BackLink href="/transactions" label="Back to the transactions" />
            <h1>Receipt</h1>
          </PageHead>
        </div>
        <Suspense fallback={<ReceiptSkeleton />}>
          <Receipt key={id} id={id} />
        </Suspense>
      </Narrow>
    </Page>
  );
}

const ReceiptSkeleton = (): ReactElement => (
  <div aria-busy="true">
    <p className="vh" role="status">
      Loading the receipt
    </p>
    <Skeleton shape="block" height="26rem" />
  </div>
);

function Receipt({ id }: { readonly id: string }): ReactElement {
  const read = useLive(readKnown, [id]);
  const [refresh, retry] = useRefresh((worker) => worker.refreshTransaction(id), [id]);
  const isOffline = useConnectivity() === 'offline';
  useShownAge(read.phase === 'ready' ? read.data?.fetchedAt : undefined);
  if (read.phase === 'ready' && read.data) return <ReceiptPaper known={read.data} />;
  if (read.phase === 'loading' || (refresh.phase !== 'failed' && !isOffline)) {
    return <ReceiptSkeleton />;
  }
  if (refresh.phase === 'failed' && refresh.error.code === 'transaction_not_found') {
    return <EmptyState title={refresh.error.message}>It may belong to another account.</EmptyState>;
  }
  if (refresh.phase === 'failed' && refresh.error.code !== 'offline') {
    return <ErrorState message={refresh.error.message} onRetry={retry} />;
  }
  return (
    <UnsavedState>
      Open this receipt once with a connection and it will be here next time.
    </UnsavedState>
  );
}
