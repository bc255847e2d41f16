import { type ReactElement, useState } from 'react';

import { lazyComponent, lazySheet } from '../../../platform/lazy/lazy-component.tsx';
import type { Wallet } from './use-wallet.ts';
import type { PayAgain } from '../../../shared/payments/payment-choice.ts';
import { navigate, useAppLocation, useQuery } from '../../../platform/routing/router.tsx';
import type { ExchangeForm } from './exchange/exchange-form.ts';

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
        cardHoldHours={wallets?.[0]?.card_hold_hours}
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

type WalletSheet = 'top-up' | 'withdraw' | 'exchange';

function sheetOf(query: URLSearchParams): WalletSheet | undefined {
  if (query.has('top_up')) return 'top-up';
  if (query.has('exchange')) return 'exchange';
  return query.has('withdraw') ? 'withdraw' : undefined;
}

export function useWalletSheet() {
  const { path } = useAppLocation();
  const query = useQuery();
  const asked = sheetOf(query);
  const [open, setOpen] = useState(asked);
  const [again, setAgain] = useState<PayAgain>();
  const [converted, setConverted] = useState<ExchangeForm>();
  return {
    open,
    start: {
      methodId: path.endsWith('/flutterwave') ? 'flutterwave' : '',
      amount: query.get('top_up') ?? '',
      again,
    },
    show: setOpen,
    converted,
    exchange: ({ from, to, amount }: ExchangeForm): void => {
      setConverted({ from, to, amount });
      setOpen('exchange');
    },
    payAgain: (next: PayAgain): void => {
      setAgain(next);
      setOpen('top-up');
    },
    close: (): void => {
      setOpen(undefined);
      setAgain(undefined);
      setConverted(undefined);
      // A reload must not open the sheet again.
      if (asked) navigate(path, { replace: true });
    },
  };
}
