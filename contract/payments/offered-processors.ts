import type { Currency } from '../money.ts';
import { regionOfMoney, type Processor } from '../region-table.ts';

const DOLLAR_PROCESSORS: readonly Processor[] = ['paystack', 'flutterwave'];

/** Finds the processor among those of the currency's region. */
export function offeredProcessor(processor: string, currency: Currency): Processor | undefined {
  const offered = currency === 'USD' ? DOLLAR_PROCESSORS : regionOfMoney(currency)?.processors;
  return offered?.find((name) => name === processor);
}
