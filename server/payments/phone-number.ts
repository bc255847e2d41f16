import { readNationalNumber, withCountryCode } from '../../contract/phone-number.ts';
import type { Currency } from '../../contract/money.ts';
import { regionOfMoney } from '../../contract/region-table.ts';
import { fieldError } from '../http/app-error.ts';

/**
 * A phone number as a payer types it, with or without the country's code → digits with the code, e.g.
 * 254712345678.
 * @throws AppError `validation_failed` for what is no number of the currency's country.
 */
export function readPhone(text: string, currency: Currency): string {
  const region = regionOfMoney(currency);
  const national = region && readNationalNumber(text, region.key);
  if (!region || national === undefined)
    throw fieldError('phone', 'is not a phone number of this country');
  return withCountryCode(national, region.key);
}
