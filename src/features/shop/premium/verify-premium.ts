import { ACCOUNT_MESSAGES } from '../../../../contract/accounts/account-messages.ts';
import type { PremiumVerifyAnswer } from '../../../../contract/payments/premium.ts';
import {
  outcomeOf,
  type PaymentOutcome,
  type PaymentReference,
} from '../../../shared/payments/payment-return.ts';
import { sayOutcome } from '../../../shared/payments/say-outcome.ts';
import { callWorker } from '../../../platform/worker/data-worker.ts';

/** What came of it, and where the money went. */
export type PremiumOutcome = PaymentOutcome & {
  readonly creditedTo?: PremiumVerifyAnswer['data']['credited_to'];
};

/** Asks what became of a payment for premium; afterwards the user on this device has it. */
export async function verifyPremiumPayment(payment: PaymentReference): Promise<PremiumOutcome> {
  const result = await callWorker((worker) => worker.verifyPremium(payment));
  const outcome = outcomeOf(result, payment.status);
  return { ...outcome, creditedTo: result.ok ? result.value.credited_to : null };
}

/** Says what became of it, as far as it is known. */
export const notifyPremiumOutcome = sayOutcome({
  paid: ACCOUNT_MESSAGES.premiumActive,
  intoWallet: ACCOUNT_MESSAGES.premiumNotNeeded,
});

/** The addresses that processors come back to are the page's own; once all is known it is the plain one. */
export const pathAfterPremium = ({ kind }: PremiumOutcome): string | undefined =>
  kind === 'declined' ? undefined : '/premium';
