import { lazyComponent } from '../../platform/lazy/lazy-component.tsx';

/* The forms that fill and empty the wallet: it is read before any of them is opened. */
export const TopUpSheet = lazyComponent(
  async () => (await import('./top-up/top-up-sheet.tsx')).TopUpSheet,
);
export const WithdrawSheet = lazyComponent(
  async () => (await import('./withdraw/withdraw-sheet.tsx')).WithdrawSheet,
);
export const ExchangeSheet = lazyComponent(
  async () => (await import('./exchange/exchange-sheet.tsx')).ExchangeSheet,
);
/* Only who comes back from a checkout sees it. */
export const VerifyingDialog = lazyComponent(
  async () => (await import('../../domain/payments/verifying-dialog.tsx')).VerifyingDialog,
);
