import type { ReactElement } from 'react';

import type { Wallet } from './use-wallet.ts';
import type { ExchangeForm } from './exchange/exchange-form.ts';
import { ExchangeSheet, TopUpSheet, WithdrawSheet } from './lazy-sheets.ts';
import type { TopUpStart } from './top-up/top-up-sheet.tsx';

export type WalletSheet = 'top-up' | 'withdraw' | 'exchange';

export interface WalletSheetsProps {
  readonly open: WalletSheet | undefined;
  readonly onClose: () => void;
  readonly wallet: Wallet;
  readonly start: TopUpStart;
  readonly converted: ExchangeForm | undefined;
}

export function WalletSheets(props: WalletSheetsProps): ReactElement {
  const { open, onClose, wallet, start, converted } = props;
  const { region, wallets, methods, refresh, retry } = wallet;
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
