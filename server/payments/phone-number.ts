import type { Currency } from '../../contract/money.ts';
import { REGIONS } from '../../contract/region-table.ts';
import { fieldError } from '../http/app-error.ts';

/** Digits of a number without the country's code and the leading zero; the same in Ghana and Kenya. */
const NATIONAL_DIGITS = 9;

/** The country's code of phones that pay in a currency, e.g. +254; undefined where none do. */
export const phoneCodeOf = (currency: Currency): string | undefined =>
  Object.values(REGIONS).find((region) => region.currency === currency)?.phone_code;

/**
 * A phone number as a payer types it, with or without the country's code → digits with the code, e.g.
 * 254712345678.
 * @throws AppError `validation_failed` for what is no number of the currency's country.
 */
export function readPhone(text: string, currency: Currency): string {
  const code = phoneCodeOf(currency)?.slice(1) ?? '';
  const digits = text.replaceAll(/[\s().-]/g, '').replace(/^\+/, '');
  const national = new RegExp(`^(?:${code}|0)?([1-9]\\d{${NATIONAL_DIGITS - 1}})$`).exec(
    digits,
  )?.[1];
  if (code === '' || national === undefined)
    throw fieldError('phone', 'is not a phone number of this country');
  return `${code}${national}`;
}
