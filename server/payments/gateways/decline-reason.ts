import type { DeclineReason } from '../../../contract/wallet.ts';

/** The first that fits what a gateway wrote; their texts come from banks and networks and follow no list. */
const PATTERNS: readonly (readonly [RegExp, DeclineReason])[] = [
  [/insufficient|not enough|low balance/i, 'insufficient_funds'],
  [/cancel|abandon/i, 'cancelled'],
  [/\bpin\b/i, 'wrong_pin'],
  [/expired session|time[d -]*out|not completed in time/i, 'expired'],
];

/** Why a payment failed, from what a gateway wrote for people. */
export const declineReasonOf = (text: unknown): DeclineReason =>
  PATTERNS.find(([pattern]) => typeof text === 'string' && pattern.test(text))?.[1] ?? 'declined';
