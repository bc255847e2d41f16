import {
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
} from './commands/account-mail.ts';
import { allowUsers, disallowUsers } from './commands/allowed-users.ts';
import { convert } from './commands/convert.ts';
import { createGiveaway } from './commands/create-giveaway.ts';
import { createPaymentVoucher } from './commands/create-payment-voucher.ts';
import { downloadGuesses, downloadStatement } from './commands/download-csv.ts';
import { cancelVoucher, splitVoucher, updateTwoFactor } from './commands/own-vouchers.ts';
import { payVoucherFromWallet } from './commands/pay-voucher-from-wallet.ts';
import { redeemVoucher } from './commands/redeem-voucher.ts';
import { initializeTopup, verifyTopup } from './commands/top-up.ts';
import {
  configurePaymentMethod,
  initializeVoucherPayment,
  verifyVoucherPayment,
} from './commands/voucher-payment.ts';
import { updateCover } from './commands/update-cover.ts';
import { resolveAccount, withdraw } from './commands/withdraw.ts';
import { refreshAllowedUsers } from './refresh/refresh-allowed-users.ts';
import { refreshAnalytics } from './refresh/refresh-analytics.ts';
import { refreshBanks } from './refresh/refresh-banks.ts';
import { refreshCreated } from './refresh/refresh-created.ts';
import { refreshPaymentMethods } from './refresh/refresh-payment-methods.ts';
import { refreshProof } from './refresh/refresh-proof.ts';
import { refreshTransaction } from './refresh/refresh-transaction.ts';
import { refreshTransactions } from './refresh/refresh-transactions.ts';

/** Tasks that no first visit needs: their code is a file of its own, fetched when one of them is asked for. */
export const LATE_TASKS = {
  forgotPassword,
  resendVerification,
  resetPassword,
  verifyEmail,
  allowUsers,
  disallowUsers,
  convert,
  createGiveaway,
  updateCover,
  createPaymentVoucher,
  downloadGuesses,
  downloadStatement,
  cancelVoucher,
  splitVoucher,
  updateTwoFactor,
  payVoucherFromWallet,
  redeemVoucher,
  initializeTopup,
  verifyTopup,
  configurePaymentMethod,
  initializeVoucherPayment,
  verifyVoucherPayment,
  resolveAccount,
  withdraw,
  refreshAllowedUsers,
  refreshAnalytics,
  refreshBanks,
  refreshCreated,
  refreshPaymentMethods,
  refreshProof,
  refreshTransaction,
  refreshTransactions,
};
