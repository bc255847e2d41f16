import type { ReactElement } from 'react';

import { Page } from '../../ui/layout.tsx';

export default function WalletPage(): ReactElement {
  return (
    <Page>
      <h1>Wallet</h1>
    </Page>
  );
}
