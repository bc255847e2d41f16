import { useState } from 'react';

import type { PayAgain } from '../../domain/payments/pay-again.ts';
import { navigate, useAppLocation, useQuery } from '../../platform/routing/router.tsx';
import type { TopUpStart } from './top-up/top-up-sheet.tsx';
import type { WalletSheet } from './wallet-sheets.tsx';

export interface WalletSheetState {
  readonly open: WalletSheet | undefined;
  /** How a top-up begins. */
  readonly start: TopUpStart;
  readonly show: (sheet: WalletSheet) => void;
  /** Begins a declined top-up again. */
  readonly payAgain: (again: PayAgain) => void;
  readonly close: () => void;
}

/** Which sheet lies over the wallet. With `top_up` in the address, as from a voucher that it is short for, it opens with one. */
export function useWalletSheet(): WalletSheetState {
  const { path } = useAppLocation();
  const missing = useQuery().get('top_up');
  const [open, setOpen] = useState<WalletSheet | undefined>(
    missing === null ? undefined : 'top-up',
  );
  const [again, setAgain] = useState<PayAgain>();
  return {
    open,
    start: {
      methodId: path.endsWith('/flutterwave') ? 'flutterwave' : '',
      amount: missing ?? '',
      again,
    },
    show: setOpen,
    payAgain: (next) => {
      setAgain(next);
      setOpen('top-up');
    },
    close: () => {
      setOpen(undefined);
      setAgain(undefined);
      // A reload is to open the page as it is.
      if (missing !== null) navigate(path, { replace: true });
    },
  };
}
