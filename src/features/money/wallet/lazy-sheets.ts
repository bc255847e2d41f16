import { lazyComponent } from '../../../platform/lazy/lazy-component.tsx';
import { lazySheet } from '../../../platform/lazy/lazy-sheet.tsx';

/* The forms that fill and empty the wallet: it is read before any of them is opened. */
export const TopUpSheet = lazySheet(
  async () => (await import('./top-up/top-up-sheet.tsx')).TopUpSheet,
);
export const WithdrawSheet = lazySheet(
  async () => (await import('./withdraw/withdraw-sheet.tsx')).WithdrawSheet,
);
export const ExchangeSheet = lazySheet(
  async () => (await import('./exchange/exchange-sheet.tsx')).ExchangeSheet,
);
/* Only who comes back from a checkout sees it. */
export const VerifyingDialog = lazyComponent(
  async () => (await import('../../../shared/payments/verifying-dialog.tsx')).VerifyingDialog,
);
