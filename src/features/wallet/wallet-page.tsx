import type { ReactElement } from 'react';

export default function WalletPage(): ReactElement {
  return (
    <div className="stack">
      <h1>Wallet</h1>
    </div>
  );
}
