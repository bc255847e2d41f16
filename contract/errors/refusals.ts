import { fill, type ErrorCode } from '../errors.ts';

/** How the app passes on the server's reason for refusing something about a payment voucher. */
export const REFUSALS = {
  payment: 'Payment error: {message}',
  split: 'Split error: {message}',
  twoFactor: '2FA update error: {message}',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** What says by itself what to do, and is shown as it is. */
const SELF_EXPLAINING: ReadonlySet<ErrorCode> = new Set<ErrorCode>([
  'unauthenticated',
  'email_unverified',
  'validation_failed',
  'amount_invalid',
  'below_minimum',
  'split_too_small',
  'split_too_large',
  'recipient_required',
  'recipient_invalid',
  'payment_method_required',
  'insufficient_funds',
  'already_premium',
  'price_changed',
  'wallet_reserve_short',
  'phone_required',
  'payment_no_url',
  'payment_not_found',
  'payment_failed',
  'payment_initialize_failed',
  'payment_verify_failed',
  'payment_create_failed',
  'two_factor_failed',
]);

/** The server's `message` for people: what was refused stands before it where it does not say so itself. */
export const refusalText = (refusal: Refusal, code: ErrorCode, message: string): string =>
  SELF_EXPLAINING.has(code) ? message : fill(REFUSALS[refusal], { message });
