import type { PaymentMethod } from '../../../contract/wallet.ts';
import type { CheckoutRow } from '../../../local/rows.ts';
import { NO_PAYMENT, WALLET_METHOD, type PaymentForm } from './payment-choice.ts';

/** What a payer wants after a decline: the same once more, or to choose how to pay. */
export type PayAgainHow = 'same' | 'another';

/** A payment to begin again. */
export interface PayAgain {
  readonly reference: string;
  readonly how: PayAgainHow;
}

type Entered = Pick<CheckoutRow, 'processor' | 'provider' | 'phone'>;

/**
 * How to pay, with what was entered for the declined payment: the same method with its fields, or another
 * processor with the phone's number alone. Who went to a processor did not want to pay from the wallet, or could not.
 * @param entered undefined when this device does not know any more
 */
export function formAgain(
  entered: Entered | undefined,
  how: PayAgainHow,
  methods: readonly PaymentMethod[],
): PaymentForm {
  if (!entered) return NO_PAYMENT;
  const { processor, provider, phone } = entered;
  const declined = methods.find(({ value }) => value === processor);
  if (how === 'same') return declined ? { methodId: declined.id, provider, phone } : NO_PAYMENT;
  const others = methods.filter((method) => method !== declined && method.value !== WALLET_METHOD);
  const next = others.find((method) => method.default_for_region) ?? others[0];
  return { methodId: next?.id ?? '', provider: '', phone };
}
