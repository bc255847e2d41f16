/** Said by the data worker, which does without all the others. */
export const REDEEMED_MESSAGE = 'Voucher redeemed successfully!';

/** What the app says when something went well or on its way, letter for letter. Failures are in `errors.ts`. */
export const MESSAGES = {
  supportForGiveaway: 'Please contact support to create a giveaway voucher.',
  scanInApp: 'QR scanning is available in our mobile app',
  analyticsLogin: 'Please log in to view analytics',
  createLogin: 'You must be logged in to create a payment voucher',
} as const;
