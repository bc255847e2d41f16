import type { Currency } from '../../contract/money.ts';

/** What a processor says of one payment. Only this settles money, never the return URL. */
export interface ProcessorVerdict {
  readonly state: 'pending' | 'paid' | 'failed';
  /** Minor units and currency that the payer was charged; compared with what was asked. */
  readonly amountMinor: bigint;
  readonly currency: string;
  readonly processorReference: string;
}

export interface CheckoutRequest {
  /** Ours; the processor hands it back. */
  readonly reference: string;
  readonly amountMinor: bigint;
  readonly currency: Currency;
  readonly email: string;
  /** Page of the app to return to. */
  readonly returnUrl: string;
  readonly provider: string | undefined;
}

/** One way of taking money in; a real adapter and the sandbox look the same from here. */
export interface PaymentProcessor {
  readonly name: string;
  /** Starts a checkout. @returns where the payer goes. @throws when the processor refuses or cannot be reached. */
  initialize(request: CheckoutRequest): Promise<{ readonly authorizationUrl: string }>;
  /** Asks the processor itself about a payment. */
  verify(reference: string): Promise<ProcessorVerdict>;
}

export interface Processors {
  /** The processor of that name, when it is configured and takes that currency. */
  find(name: string, currency: Currency): PaymentProcessor | undefined;
}
