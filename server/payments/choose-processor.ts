import type { Currency } from '../../contract/money.ts';
import { offeredProcessor } from '../../contract/payments/offered-processors.ts';
import type { PaymentConfig } from '../../contract/wallet.ts';
import type { Deps } from '../deps.ts';
import { AppError, fieldError } from '../http/app-error.ts';
import { hasProvider } from './payment-methods.ts';
import { readPhone } from './phone-number.ts';
import type { CheckoutTerms, PaymentProcessor } from './processor.ts';

/** How a payer wants to pay. */
export interface ChosenMethod {
  readonly processor: string;
  readonly provider?: string | undefined;
  readonly config?: PaymentConfig | undefined;
}

/**
 * The processor that the payer chose, and what it will be told.
 * @throws AppError `processor_unsupported`; `validation_failed` for a network or phone that is none; whatever
 * the processor says of a payment it cannot take.
 */
export function chooseProcessor(
  deps: Pick<Deps, 'processors'>,
  chosen: ChosenMethod,
  amountMinor: bigint,
  currency: Currency,
): { readonly processor: PaymentProcessor; readonly terms: CheckoutTerms } {
  const offered = offeredProcessor(chosen.processor, currency);
  const processor = offered && deps.processors.find(offered, currency);
  if (!processor) throw new AppError('processor_unsupported');
  const { provider, config } = chosen;
  if (provider !== undefined && !hasProvider(offered, provider))
    throw fieldError('provider', 'is not a network of this payment method');
  const phone =
    config?.phone === undefined || processor.phone === 'unused'
      ? undefined
      : readPhone(config.phone, currency);
  const terms: CheckoutTerms = { amountMinor, currency, provider, phone };
  processor.plan(terms);
  return { processor, terms };
}
