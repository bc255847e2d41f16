import { PAYMENT_MESSAGES } from '../../../contract/payments/payment-messages.ts';
import { toast } from '../../platform/toast-store.ts';
import type { PaymentOutcome } from './payment-return.ts';

interface Words {
  readonly paid: string;
  /** Where the money went into the wallet instead of what it was for. */
  readonly intoWallet?: string;
  readonly pending?: string;
}

/** @returns what says what became of a payment, as far as it is known */
export const sayOutcome =
  ({ paid, intoWallet, pending = PAYMENT_MESSAGES.paymentPending }: Words) =>
  (outcome: PaymentOutcome & { readonly creditedTo?: string | null }): void => {
    switch (outcome.kind) {
      case 'paid':
        if (intoWallet !== undefined && outcome.creditedTo === 'wallet')
          toast(intoWallet, { durationMs: 0 });
        else toast(paid, { kind: 'success' });
        break;
      case 'refused':
        toast(outcome.message, { kind: 'error' });
        break;
      case 'pending':
        toast(pending, { durationMs: 0 });
        break;
      // The page says more about a declined one than a toast can.
      case 'declined':
      case 'unknown':
        break;
      default:
        outcome satisfies never;
    }
  };
