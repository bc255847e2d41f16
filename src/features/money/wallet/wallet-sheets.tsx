import type { ReactElement } from 'react';

import { lazyComponent, lazySheet } from '../../../platform/lazy/lazy-component.tsx';
import type { Wallet } from './use-wallet.ts';
import type { useWalletSheet } from './use-wallet-sheet.ts';

const TopUpSheet = lazySheet(async () => (await import('./top-up/top-up-sheet.tsx')).TopUpSheet);
const WithdrawSheet = lazySheet(
  async () => (await import('./withdraw/withdraw-sheet.tsx')).WithdrawSheet,
);
const ExchangeSheet = lazySheet(
  async () => (await import('./exchange/exchange-sheet.tsx')).ExchangeSheet,
);
export const VerifyingDialog = lazyComponent(
  async () => (await import('../../../shared/payments/verifying-dialog.tsx')).VerifyingDialog,
);

interface WalletSheetsProps {
  readonly wallet: Wallet;
  readonly sheet: ReturnType<typeof useWalletSheet>;
}

export function WalletSheets({ wallet, sheet }: WalletSheetsProps): ReactElement {
  const { region, wallets, methods, refresh, retry } = wallet;
  const { open, close: onClose, start, converted } = sheet;
  return (
    <>
      <TopUpSheet
        open={open === 'top-up'}
        onClose={onClose}
        currency={region.currency}
        methods={methods}
        refresh={refresh}
        onRetry={retry}
        start={start}
      />
      <WithdrawSheet
        open={open === 'withdraw'}
        onClose={onClose}
        region={region}
        wallets={wallets}
      />
      <ExchangeSheet
        open={open === 'exchange'}
        onClose={onClose}
        home={region.currency}
        wallets={wallets}
        start={converted}
      />
    </>
  );
}
