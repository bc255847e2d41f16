import type { Currency } from '../../contract/money.ts';
import type { DeclineReason, PaymentChannel } from '../../contract/wallet.ts';
import type { DisputeState } from '../db/schema/payments.ts';
import type { Payment } from './payment-row.ts';
import { GatewayError } from '../lib/call-gateway.ts';

export type Gateway = 'paystack' | 'flutterwave' | 'daraja' | 'sandbox';

/** What a gateway says of one payment. Only this settles it, never the return page or a webhook. */
export interface ProcessorResponse {
  readonly state: 'pending' | 'paid' | 'failed';
  /** What the payer was charged, minor units; compared with what was requested. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly processorReference: string | undefined;
  /** Undefined until it is paid, or if the gateway cannot tell. */
  readonly channel?: PaymentChannel | undefined;
  /** Shown to the payer; no money depends on it. */
  readonly reason?: DeclineReason | undefined;
}

export interface CheckoutTerms {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly provider: string | undefined;
  /** Digits with the country code, e.g. 254712345678. */
  readonly phone: string | undefined;
}

export interface CheckoutRequest extends CheckoutTerms {
  readonly reference: string;
  readonly email: string;
  readonly returnUrl: string;
}

/** The gateway knows the reference from an earlier attempt and does not repeat its page. */
export class ReferenceUsedError extends GatewayError {}

export interface StartedCheckout {
  readonly authorizationUrl: string;
  readonly processorReference?: string | undefined;
}

export interface KnownPayment {
  readonly reference: string;
  /** What was requested, minor units. */
  readonly amountMinor: bigint;
  readonly currency: string;
  /** The gateway's own id, as far as it is known. */
  readonly processorReference: string | undefined;
  /** The id in an authentic webhook, which differs where the payer tried again. */
  readonly webhookReference?: string | undefined;
}

/** A dispute of a payment, or a refund at its gateway, which is a lost one. */
export interface Dispute {
  /** The gateway's own id; its natural key. */
  readonly id: string;
  readonly state: DisputeState;
  /** Minor units; undefined where all of the payment is meant. */
  readonly amountMinor: bigint | undefined;
  readonly currency: string | undefined;
}

export interface ReportedDispute {
  readonly subject: 'dispute' | 'refund';
  /** The gateway's id; undefined where a report has none. */
  readonly id: string | undefined;
  /** The gateway's ids of the payment's charges; more than one where it was charged again. */
  readonly transactions: readonly string[];
}

export interface PaymentProcessor {
  readonly name: string;
  readonly gateway: Gateway;
  readonly phone: 'required' | 'optional' | 'unused';
  /** How the payer is asked. A `page` may be opened twice; two prompts on the phone could charge twice. */
  plan(terms: CheckoutTerms): 'page' | 'prompt';
  /**
   * @throws GatewayError when the gateway refuses or its state is unknown; `ReferenceUsedError` for a used reference
   */
  initialize(request: CheckoutRequest): Promise<StartedCheckout>;
  verify(payment: KnownPayment): Promise<ProcessorResponse>;
  /** One transaction under the payment's reference, by the gateway's id; another charge than the known one. */
  verifyTransaction?(payment: KnownPayment, transactionId: string): Promise<ProcessorResponse>;
  /**
   * What has become of a reported dispute or of a payment's refunds; without those that are only begun or failed.
   * Undefined where the gateway cannot be asked. @throws GatewayError also for a state that is not known here
   */
  readDisputes?(payment: KnownPayment, reported: ReportedDispute): Promise<readonly Dispute[]>;
}

export interface Processors {
  find(name: string, currency: Currency): PaymentProcessor | undefined;
  /** The processor of an existing payment; undefined when it is not configured. */
  of(payment: Pick<Payment, 'processor' | 'gateway' | 'currency'>): PaymentProcessor | undefined;
}
