import { EXCHANGE_SHORT_MAX_MAJOR } from '../../contract/constants.ts';
import { CURRENCY_NAMES, MINOR_PER_MAJOR, type Currency } from '../../contract/money.ts';
import { AppError } from '../http/app-error.ts';

/**
 * Keeps the house from giving more of a currency than it can be expected to have: a wrong rate must not empty it.
 * @param balanceMinor its exchange account after the exchange
 * @throws AppError `exchange_short`
 */
export function assertHouseCanGive(currency: Currency, balanceMinor: bigint): void {
  const least = -BigInt(EXCHANGE_SHORT_MAX_MAJOR[currency] * MINOR_PER_MAJOR);
  if (balanceMinor < least)
    throw new AppError('exchange_short', { values: { currency: CURRENCY_NAMES[currency] } });
}
