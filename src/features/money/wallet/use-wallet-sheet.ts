import { useState } from 'react';

import type { PayAgain } from '../../../shared/payments/payment-choice.ts';
import { navigate, useAppLocation, useQuery } from '../../../platform/routing/router.tsx';
import type { ExchangeForm } from './exchange/exchange-form.ts';
import type { TopUpStart } from './top-up/top-up-sheet.tsx';
import type { WalletSheet } from './wallet-sheets.tsx';

export interface WalletSheetState {
  readonly open: WalletSheet | undefined;
  readonly start: TopUpStart;
  readonly show: (sheet: WalletSheet) => void;
  readonly converted: ExchangeForm | undefined;
  readonly exchange: (converted: ExchangeForm) => void;
  readonly payAgain: (again: PayAgain) => void;
  readonly close: () => void;
}

function sheetOf(query: URLSearchParams): WalletSheet | undefined {
  if (query.has('top_up')) return 'top-up';
  if (query.has('exchange')) return 'exchange';
  return query.has('withdraw') ? 'withdraw' : undefined;
}

export function useWalletSheet(): WalletSheetState {
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
    exchange: ({ from, to, amount }) => {
      setConverted({ from, to, amount });
      setOpen('exchange');
    },
    payAgain: (next) => {
      setAgain(next);
      setOpen('top-up');
    },
    close: () => {
      setOpen(undefined);
      setAgain(undefined);
      setConverted(undefined);
      // A reload must not open the sheet again.
      if (asked) navigate(path, { replace: true });
    },
  };
}
