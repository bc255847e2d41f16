import type { Currency } from '../../contract/money.ts';
import type { DeclineReason } from '../../contract/wallet.ts';
import { GatewayError } from '../lib/call-gateway.ts';

/** Companies that take money for us, and the sandbox that plays them. */
export type Gateway = 'paystack' | 'flutterwave' | 'daraja' | 'sandbox';

/** What a gateway says of one payment. Only this settles money, never the return URL or a webhook. */
export interface ProcessorVerdict {
  readonly state: 'pending' | 'paid' | 'failed';
  /** Minor units and currency that the payer was charged; compared with what was asked. */
  readonly amountMinor: bigint;
  readonly currency: string;
  /** The gateway's own name of the payment; undefined when it told none. */
  readonly processorReference: string | undefined;
  /** Why it was not paid: for the payer to read, never for money to follow. */
  readonly reason?: DeclineReason | undefined;
}

/** What is to be paid, and how. */
export interface CheckoutTerms {
  readonly amountMinor: bigint;
  readonly currency: Currency;
  /** The network of a phone's account. */
  readonly provider: string | undefined;
  /** Digits with the country's code, e.g. 254712345678. */
  readonly phone: string | undefined;
}

export interface CheckoutRequest extends CheckoutTerms {
  /** Ours; the gateway hands it back. */
  readonly reference: string;
  readonly email: string;
  /** Page of the app to return to. */
  readonly returnUrl: string;
}

/**
 * A refusal of a reference that the gateway knows already: an earlier try got there, and its page is not told again.
 */
export class ReferenceUsedError extends GatewayError {}

export interface StartedCheckout {
  /** Where the payer goes; the page to return to where the payer is asked on the phone. */
  readonly authorizationUrl: string;
  readonly processorReference?: string | undefined;
}

/** A payment that the gateway may know. */
export interface KnownPayment {
  readonly reference: string;
  /** What was asked, minor units. */
  readonly amountMinor: bigint;
  readonly currency: string;
  /** The gateway's own name of it, as far as it told us when we asked. */
  readonly processorReference: string | undefined;
  /** What an authentic webhook has just called it; another one where the payer tried again. */
  readonly toldReference?: string | undefined;
}

/** One way of taking money in; a real adapter and the sandbox look the same from here. */
export interface PaymentProcessor {
  /** The method that payers choose, e.g. `mobile_money`. */
  readonly name: string;
  /** Who takes the money. */
  readonly gateway: Gateway;
  readonly phone: 'required' | 'optional' | 'unused';
  /**
   * How the payer would be asked. A `page` may be opened twice; a `prompt` goes to the phone, and two of them
   * could charge twice.
   * @throws AppError when this gateway cannot take such a payment.
   */
  plan(terms: CheckoutTerms): 'page' | 'prompt';
  /**
   * Starts a checkout.
   * @throws GatewayError when the gateway refuses, or when it is unknown what it did; `ReferenceUsedError` for a
   * reference that it has already; AppError `payment_no_url` when it names no page.
   */
  initialize(request: CheckoutRequest): Promise<StartedCheckout>;
  /** Asks the gateway itself about a payment. @throws GatewayError when it cannot be asked. */
  verify(payment: KnownPayment): Promise<ProcessorVerdict>;
}

export interface Processors {
  /** The processor of that name, when it is configured and takes that currency. */
  find(name: string, currency: Currency): PaymentProcessor | undefined;
  /** The one that took a payment, whatever would take it now; undefined when it is no longer configured. */
  of(payment: {
    readonly processor: string;
    readonly gateway: string;
    readonly currency: string;
  }): PaymentProcessor | undefined;
}
