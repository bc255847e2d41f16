import { Suspense, type ReactElement } from 'react';

import { readFollowed } from '../../../local/queries/voucher-lists.ts';
import { useConnectivity } from '../../platform/connectivity.ts';
import { useLive } from '../../platform/live/use-live.ts';
import { useRefresh } from '../../platform/live/use-refresh.ts';
import { Page } from '../../ui/layout/layout.tsx';
import { InstallCard } from './install-card.tsx';
import { OutboxCard } from './outbox-card.tsx';
import { VoucherListSkeleton } from './voucher-results.tsx';
import { VouchersSection } from './vouchers-section.tsx';
import { WalletBand } from './wallet-band.tsx';
import { YourGuesses } from './your-guesses.tsx';

/** What is below waits until it is known whether there are guesses, so that it does not move. */
function Vouchers(): ReactElement {
  const { phase, data: followed } = useLive(readFollowed, []);
  const [refresh] = useRefresh((worker) => worker.refreshHome(), []);
  const isOffline = useConnectivity() === 'offline';
  const isAsked = followed !== undefined || isOffline || refresh.phase === 'failed';
  if (phase === 'loading' || !isAsked) return <VoucherListSkeleton />;
  return (
    <>
      {isOffline && <OutboxCard />}
      {followed && <YourGuesses followed={followed} />}
      <VouchersSection />
    </>
  );
}

export default function HomePage(): ReactElement {
  return (
    <Page>
      <h1 className="vh">Home</h1>
      <InstallCard />
      <WalletBand />
      <Suspense fallback={<VoucherListSkeleton />}>
        <Vouchers />
      </Suspense>
    </Page>
  );
}
