import type { ReactElement } from 'react';

import { Page } from '../../ui/layout/layout.tsx';
import { InstallCard } from './install-card.tsx';
import { VouchersSection } from './vouchers-section.tsx';
import { WalletBand } from './wallet-band.tsx';

/** What a signed-in person sees first: their wallet, and the vouchers they can win. */
export default function HomePage(): ReactElement {
  return (
    <Page>
      <h1 className="vh">Home</h1>
      <InstallCard />
      <WalletBand />
      <VouchersSection />
    </Page>
  );
}
