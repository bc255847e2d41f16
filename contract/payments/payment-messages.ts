export const PAYMENT_MESSAGES = {
  redeemTitle: 'Redeem Goodies',
  redeemedFor: 'Voucher redeemed for {symbol}{amount}!',
  paymentCreated: 'Payment created successfully!',
  paymentSuccessful: 'Payment successful!',
  voucherSplit: 'Voucher split successfully!',
  paymentVerified: 'Voucher payment verified successfully!',
  paymentPending: 'Your payment is not confirmed yet',
  paidIntoWallet: 'This voucher did not need the payment. The money is in your wallet.',
  transactionsRefreshed: 'Transactions refreshed',
  noTransactions: 'No transactions found',
  adjustFilters: 'Try adjusting your filters',
  endOfTransactions: 'End of transaction history',
} as const;
