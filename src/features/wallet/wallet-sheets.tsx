import type { ReactElement } from 'react';

import type { Wallet } from './use-wallet.ts';
import { TopUpSheet, WithdrawSheet } from './lazy-sheets.ts';
import type { TopUpStart } from './top-up/top-up-sheet.tsx';

export type WalletSheet = 'top-up' | 'withdraw';

export interface WalletSheetsProps {
  readonly open: WalletSheet | undefined;
  readonly onClose: () => void;
  readonly wallet: Wallet;
  readonly start: TopUpStart;
}

/** The ways to put money in and to take it out. */
export function WalletSheets(props: WalletSheetsProps): ReactElement {
  const { open, onClose, wallet, start } = props;
  const { region, wallets, methods } = wallet;
  return (
    <>
      <TopUpSheet
        open={open === 'top-up'}
        onClose={onClose}
        currency={region.currency}
        methods={methods}
        start={start}
      />
      <WithdrawSheet
        open={open === 'withdraw'}
        onClose={onClose}
        region={region}
        wallets={wallets}
      />
    </>
  );
}
