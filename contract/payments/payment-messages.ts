export const PAYMENT_MESSAGES = {
  paymentCreated: 'Payment created successfully!',
  paymentSuccessful: 'Payment successful!',
  moneySent: 'Money sent',
  voucherSplit: 'Voucher split successfully!',
  paymentVerified: 'Voucher payment verified successfully!',
  paymentPending: 'Your payment is not confirmed yet',
  paidIntoWallet: 'This voucher did not need the payment. The money is in your wallet.',
} as const;
