import { accountLiteralRoutes, accountRoutes } from './accounts/routes.ts';
import { staffLogInRoutes } from './back-office/log-in-routes.ts';
import { backOfficeRoutes } from './back-office/routes.ts';
import { airtimeRoutes } from './disbursements/airtime.ts';
import { billRoutes } from './disbursements/bills.ts';
import type { Routes } from './http/route-options.ts';
import { caseRoutes } from './cases/case-routes.ts';
import { clientErrorRoutes } from './abuse/client-error-routes.ts';
import { pageVitalsRoutes } from './abuse/page-vitals-routes.ts';
import { deviceRoutes } from './abuse/prove-device.ts';
import { exchangeRoutes } from './exchange/exchange-money.ts';
import { regionRoutes } from './regions/regions.ts';
import { sandboxMailRoutes } from './sandbox/mail.ts';
import { sandboxPushRoutes } from './sandbox/push.ts';
import { twoFactorRoutes } from './payment-vouchers/own-payment-voucher.ts';
import { recipientRoutes } from './payment-vouchers/recipients.ts';
import { sendMoneyRoutes } from './payment-vouchers/send-money.ts';
import { redeemRoutes } from './payment-vouchers/redeem-voucher.ts';
import { splitRoutes } from './payment-vouchers/split-voucher.ts';
import { followRoutes } from './notifications/follow-voucher.ts';
import { notificationRoutes } from './notifications/notifications.ts';
import { pushRoutes } from './notifications/push/push-tokens.ts';
import { unsubscribeRoutes } from './notifications/unsubscribe.ts';
import { paymentRoutes, voucherPaymentRoutes } from './payments/payment-routes.ts';
import { webhookRoutes } from './payments/webhooks/receive-webhook.ts';
import { streamRoutes } from './stream/stream-routes.ts';
import { checkoutRoutes } from './sandbox/checkout.ts';
import { sandboxGoogleRoutes } from './sandbox/google.ts';
import { sandboxSettleRoutes } from './sandbox/settle-routes.ts';
import { sandboxStaffRoutes } from './sandbox/staff.ts';
import { sandboxSettlementRoutes } from './sandbox/settlements.ts';
import { premiumRoutes, premiumVerifyRoutes } from './premium/subscribe.ts';
import { coverRoutes } from './media/cover-routes.ts';
import { allowedUsersRoutes } from './giveaways/allowed-users.ts';
import { analyticsRoutes } from './giveaways/analytics.ts';
import { fairnessRoutes } from './giveaways/fairness/read-fairness.ts';
import { guessRoutes } from './giveaways/guess/submit-guess.ts';
import { createdVoucherRoutes } from './vouchers/list-created.ts';
import { voucherListRoutes } from './giveaways/list-giveaways.ts';
import { entriesRoutes } from './giveaways/lottery/list-entries.ts';
import { receiptRoutes } from './giveaways/receipts.ts';
import { dashboardRoutes, rewardRoutes } from './rewards/reward-routes.ts';
import { sharingRoutes } from './giveaways/sharing/top-sharers.ts';
import { voucherPostRoutes } from './vouchers/by-purpose/post-routes.ts';
import { trackViewsRoute, voucherTrackingRoutes } from './giveaways/views/tracking-routes.ts';
import { voucherRoutes } from './vouchers/by-purpose/voucher-routes.ts';
import { walletPaymentRoutes } from './vouchers/pay-from-wallet.ts';
import { trustRoutes } from './trust/trust-routes.ts';
import { walletRoutes } from './wallet/routes.ts';
import { savedAccountRoutes, withdrawalRoutes } from './wallet/withdrawal-routes.ts';

export const apiRoutes: readonly Routes[] = [
  accountRoutes,
  deviceRoutes,
  clientErrorRoutes,
  pageVitalsRoutes,
  regionRoutes,
  paymentRoutes,
  voucherPaymentRoutes,
  premiumRoutes,
  premiumVerifyRoutes,
  webhookRoutes,
  notificationRoutes,
  followRoutes,
  pushRoutes,
  unsubscribeRoutes,
  walletRoutes,
  caseRoutes,
  withdrawalRoutes,
  exchangeRoutes,
  savedAccountRoutes,
  airtimeRoutes,
  billRoutes,
  voucherRoutes,
  voucherListRoutes,
  analyticsRoutes,
  entriesRoutes,
  sharingRoutes,
  rewardRoutes,
  dashboardRoutes,
  trustRoutes,
  fairnessRoutes,
  receiptRoutes,
  allowedUsersRoutes,
  voucherTrackingRoutes,
  voucherPostRoutes,
  walletPaymentRoutes,
  guessRoutes,
  createdVoucherRoutes,
  splitRoutes,
  twoFactorRoutes,
  redeemRoutes,
  recipientRoutes,
  sendMoneyRoutes,
];

/** These have no forms, compression or ETags: views are small and frequent, a stream never ends. */
export const lightRoutes: readonly Routes[] = [trackViewsRoute, streamRoutes];

/** The specification fixes the whole path of these routes, below /api. */
export const literalRoutes: readonly Routes[] = [accountLiteralRoutes];

export const rootRoutes: readonly Routes[] = [coverRoutes, staffLogInRoutes, backOfficeRoutes];

/** These routes exist only when the sandbox is on. */
export const sandboxRoutes: readonly Routes[] = [
  sandboxMailRoutes,
  sandboxPushRoutes,
  checkoutRoutes,
  sandboxGoogleRoutes,
  sandboxSettleRoutes,
  sandboxStaffRoutes,
  sandboxSettlementRoutes,
];
