/** Separate, because the data worker does not load the other messages. */
export const REDEEMED_MESSAGE = 'Voucher redeemed successfully!';

export const MESSAGES = {
  supportForGiveaway: 'Please contact support to create a giveaway voucher.',
  scanInApp: 'QR scanning is available in our mobile app',
  createLogin: 'You must be logged in to create a payment voucher',
} as const;
