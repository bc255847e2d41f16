import { useState } from 'react';

import type { PayAgain } from '../../../shared/payments/payment-choice.ts';
import { navigate, useAppLocation, useQuery } from '../../../platform/routing/router.tsx';
import type { ExchangeForm } from './exchange/exchange-form.ts';

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
