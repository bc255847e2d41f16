import type { Currency } from '../money.ts';
import { regionOfMoney, type Processor } from '../region-table.ts';

/** US dollars belong to no region; cards carry them everywhere. */
const DOLLAR_PROCESSORS: readonly Processor[] = ['paystack', 'flutterwave'];

/** The processor of that name, where a region with that currency offers it. */
export function offeredProcessor(processor: string, currency: Currency): Processor | undefined {
  const offered = currency === 'USD' ? DOLLAR_PROCESSORS : regionOfMoney(currency)?.processors;
  return offered?.find((name) => name === processor);
}
