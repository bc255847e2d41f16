import { PROMPT_PARAMETER } from '../../../contract/constants.ts';
import type { Result } from '../../../contract/result.ts';
import type { DeclineReason, PaymentStatus, TopupVerifyBody } from '../../../contract/wallet.ts';
import { PAYMENT_MESSAGES } from '../../../contract/payments/payment-messages.ts';
import { toast } from '../../platform/toast-store.ts';

const RETURN_PARAMETERS = [
  'reference',
  'trxref',
  'tx_ref',
  'transaction_id',
  'status',
  PROMPT_PARAMETER,
] as const;

export type PaymentReference = TopupVerifyBody;

export function readPaymentReturn(query: URLSearchParams): PaymentReference | undefined {
  const flutterwave = query.get('tx_ref');
  if (flutterwave) {
    const transactionId = query.get('transaction_id');
    const status = query.get('status');
    return {
      reference: flutterwave,
      processor: 'flutterwave',
      ...(transactionId && { transaction_id: transactionId }),
      ...(status && { status }),
    };
  }
  const reference = query.get('reference') || query.get('trxref');
  return reference ? { reference, processor: 'paystack' } : undefined;
}

/** Some processors redirect back without naming the payment. */
export const isReferenceMissing = (query: URLSearchParams): boolean =>
  RETURN_PARAMETERS.some((name) => query.has(name)) && readPaymentReturn(query) === undefined;

export const isAskedOnPhone = (query: URLSearchParams): boolean => query.has(PROMPT_PARAMETER);

export function withoutPaymentReturn(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of RETURN_PARAMETERS) rest.delete(name);
  return rest.size > 0 ? `?${rest.toString()}` : '';
}

/** Only `unknown` is worth asking again. */
export type PaymentOutcome =
  | { readonly kind: 'paid' }
  /** `voucherId` is undefined for a top-up. */
  | {
      readonly kind: 'declined';
      readonly reason: DeclineReason;
      readonly voucherId?: string | undefined;
    }
  /** The payment does not exist, or the caller may not see it. */
  | { readonly kind: 'refused'; readonly message: string }
  | { readonly kind: 'pending' }
  | { readonly kind: 'unknown'; readonly message: string };

const PASSING = new Set<string>([
  'network',
  'timeout',
  'offline',
  'unavailable',
  'internal',
  'empty_response',
  'invalid_response',
  'http_error',
  'payment_verify_failed',
]);

interface Answered {
  readonly status: PaymentStatus;
  readonly reason: DeclineReason | null;
}

/** @param hint status in the return address, believed only where it reports a cancellation */
export function outcomeOf(result: Result<Answered>, hint?: string): PaymentOutcome {
  if (!result.ok) {
    const { code, message } = result.error;
    return { kind: PASSING.has(code) ? 'unknown' : 'refused', message };
  }
  const { status, reason } = result.value;
  switch (status) {
    case 'settled':
      return { kind: 'paid' };
    case 'failed':
      return { kind: 'declined', reason: reason ?? 'declined' };
    case 'pending':
      return reason === 'cancelled' || hint === 'cancelled'
        ? { kind: 'declined', reason: 'cancelled' }
        : { kind: 'pending' };
    default:
      return status satisfies never;
  }
}

interface Words {
  readonly paid: string;
  readonly intoWallet?: string;
  readonly pending?: string;
}

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
      // The page shows a declined payment in more detail than a toast can.
      case 'declined':
      case 'unknown':
        break;
      default:
        outcome satisfies never;
    }
  };
