import { PROMPT_PARAMETER } from '../../../contract/constants.ts';
import type { Result } from '../../../contract/result.ts';
import type { DeclineReason, PaymentStatus, TopupVerifyBody } from '../../../contract/wallet.ts';
import { PAYMENT_MESSAGES } from '../../../contract/payments/payment-messages.ts';
import { toast } from '../../platform/toast-store.ts';

/** What a payer comes back with; all of it goes when it has been looked at. */
const RETURN_PARAMETERS = [
  'reference',
  'trxref',
  'tx_ref',
  'transaction_id',
  'status',
  PROMPT_PARAMETER,
] as const;

/** Which payment to ask about: the same for a top-up and for a voucher. */
export type PaymentReference = TopupVerifyBody;

/** Whose payment to ask about, from the query of the address that the payer came back to; undefined without one. */
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

/** Whether the payer came back from a processor that did not say which payment they come from. */
export const isReferenceMissing = (query: URLSearchParams): boolean =>
  RETURN_PARAMETERS.some((name) => query.has(name)) && readPaymentReturn(query) === undefined;

/** Whether the payer who came back was asked on the phone, from the query of that address. */
export const isAskedOnPhone = (query: URLSearchParams): boolean => query.has(PROMPT_PARAMETER);

/** The query without what the processor put into it, with its leading '?', or ''. */
export function withoutPaymentReturn(query: URLSearchParams): string {
  const rest = new URLSearchParams(query);
  for (const name of RETURN_PARAMETERS) rest.delete(name);
  return rest.size > 0 ? `?${rest.toString()}` : '';
}

/** What came of asking. Only `unknown` is worth asking again. */
export type PaymentOutcome =
  | { readonly kind: 'paid' }
  /** It was not made. `voucherId`: what it was for, when not for the wallet. */
  | {
      readonly kind: 'declined';
      readonly reason: DeclineReason;
      readonly voucherId?: string | undefined;
    }
  /** There is no such payment, or the server does not talk of it. */
  | { readonly kind: 'refused'; readonly message: string }
  /** The processor has not decided. */
  | { readonly kind: 'pending' }
  /** The server could not be asked. */
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
  // The processor could not be asked.
  'payment_verify_failed',
]);

interface Answered {
  readonly status: PaymentStatus;
  readonly reason: DeclineReason | null;
}

/**
 * Reads an answer about a top-up or a voucher's payment.
 * @param hint the status that the payer came back with: believed only where it says that they left without paying
 */
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
