import { fill } from '../errors.ts';

/** How the app passes on the server's reason for refusing something about a payment voucher. */
export const REFUSALS = {
  payment: 'Payment error: {message}',
  split: 'Split error: {message}',
  twoFactor: '2FA update error: {message}',
} as const;
export type Refusal = keyof typeof REFUSALS;

/** The server's `message` for people, with what was refused before it (spec section 8). */
export const refusalText = (refusal: Refusal, message: string): string =>
  fill(REFUSALS[refusal], { message });
