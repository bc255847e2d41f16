import { createGiveaway } from '../commands/create-giveaway.ts';
import { createPaymentVoucher } from '../commands/create-payment-voucher.ts';
import { redeemVoucher } from '../commands/redeem-voucher.ts';
import { initializeTopup, verifyTopup } from '../commands/top-up.ts';
import { updateCover } from '../commands/update-cover.ts';
import { allowUsers, disallowUsers } from '../resources/allowed-users.ts';
import { downloadGuesses, downloadStatement } from '../resources/download-csv.ts';
import { exchange, quoteExchange } from '../resources/exchange.ts';
import {
  followVoucher,
  readNotices,
  refreshNoticePreferences,
  refreshNotices,
  saveNoticePreferences,
} from '../resources/notifications.ts';
import { cancelVoucher, splitVoucher, updateTwoFactor } from '../resources/own-vouchers.ts';
import { subscribePremium, verifyPremium } from '../resources/premium.ts';
import {
  addPasskey,
  beginPasskey,
  changePassword,
  deleteAccount,
  downloadExport,
  drawChallenge,
  refreshAccount,
  removePasskey,
  revokeSession,
  setLimits,
  setPin,
  updateAvatar,
  updateProfile,
} from '../resources/profile.ts';
import {
  buyAirtime,
  payBill,
  refreshAirtime,
  refreshBillers,
  validateBill,
} from '../resources/purchases.ts';
import { readPushConfig, savePushToken } from '../resources/push.ts';
import { setRegion } from '../resources/set-region.ts';
import {
  configurePaymentMethod,
  initializeVoucherPayment,
  payVoucherFromWallet,
  verifyVoucherPayment,
} from '../resources/voucher-payment.ts';
import {
  forgetAccount,
  refreshBanks,
  refreshSavedAccounts,
  resolveAccount,
  withdraw,
} from '../resources/withdraw.ts';
import { fetchAhead } from '../refresh/fetch-ahead.ts';
import { refreshAllowedUsers } from '../refresh/refresh-allowed-users.ts';
import { refreshAnalytics } from '../refresh/refresh-analytics.ts';
import { refreshCreated } from '../refresh/refresh-created.ts';
import { refreshVoucherList } from '../refresh/refresh-voucher-list.ts';
import { refreshEntries } from '../refresh/refresh-entries.ts';
import { refreshPaymentMethods } from '../refresh/refresh-payment-methods.ts';
import { refreshTransaction } from '../refresh/refresh-transaction.ts';
import { refreshTransactions } from '../refresh/refresh-transactions.ts';
import { uploadForm } from '../upload-form.ts';

/** What the data worker does for people who are signed in: one file, fetched when the first of it is needed. */
export const users = {
  createGiveaway,
  createPaymentVoucher,
  redeemVoucher,
  initializeTopup,
  verifyTopup,
  updateCover,
  allowUsers,
  disallowUsers,
  downloadGuesses,
  downloadStatement,
  exchange,
  quoteExchange,
  followVoucher,
  readNotices,
  refreshNoticePreferences,
  refreshNotices,
  saveNoticePreferences,
  cancelVoucher,
  splitVoucher,
  updateTwoFactor,
  subscribePremium,
  verifyPremium,
  addPasskey,
  beginPasskey,
  changePassword,
  deleteAccount,
  downloadExport,
  drawChallenge,
  refreshAccount,
  removePasskey,
  revokeSession,
  setLimits,
  setPin,
  updateAvatar,
  updateProfile,
  buyAirtime,
  payBill,
  refreshAirtime,
  refreshBillers,
  validateBill,
  readPushConfig,
  savePushToken,
  setRegion,
  configurePaymentMethod,
  initializeVoucherPayment,
  payVoucherFromWallet,
  verifyVoucherPayment,
  forgetAccount,
  refreshBanks,
  refreshSavedAccounts,
  resolveAccount,
  withdraw,
  fetchAhead,
  refreshAllowedUsers,
  refreshAnalytics,
  refreshCreated,
  refreshVoucherList,
  refreshEntries,
  refreshPaymentMethods,
  refreshTransaction,
  refreshTransactions,
  uploadForm,
};
