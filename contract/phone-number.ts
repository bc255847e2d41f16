import { withAsciiDigits, withoutInvisible } from './plain-text.ts';
import { REGIONS, type RegionKey } from './region-table.ts';

/**
 * A mobile number without the country's code and the leading zero: the blocks that the numbering plans of NCC, NCA and
 * CA give to mobile networks, wider than what is in use, because networks are given more of them. Landlines are left
 * out (Ghana's 03), and Nigeria's 0700 and 0800. Source: metadata of libphonenumber-js 1.13.16, read on 27 November 2026.
 */
const NATIONAL: Readonly<Record<RegionKey, RegExp>> = {
  nigeria: /^(?![78]00)[789]\d{9}$/,
  ghana: /^[25]\d{8}$/,
  kenya: /^[17]\d{8}$/,
};

const codeOf = (region: RegionKey): string => REGIONS[region].phone_code.replace('+', '');

/** A typed number in ASCII digits, without what people and phones put between and before them. */
export const withoutSeparators = (text: string): string =>
  withAsciiDigits(withoutInvisible(text))
    .replace(/^\s*tel:/i, '')
    .replaceAll(/[\s\p{Pd}().,/\\]/gu, '')
    .replace('＋', '+');

/**
 * Digits of a mobile number of a country without its code and the leading zero, however it was typed: 0803…,
 * 234803…, +234 803…, 00234803…, tel:+234803…, 803….
 * @returns undefined for what is no mobile number of that country
 */
export function readNationalNumber(text: string, region: RegionKey): string | undefined {
  const national = NATIONAL[region];
  const code = codeOf(region);
  // Abroad is dialled with 009 in Nigeria, 000 in Kenya and 00 elsewhere.
  const digits = withoutSeparators(text).replace(new RegExp(`^(?:\\+|00[09]?)(?=${code})`), '');
  const forms = [
    digits,
    digits.replace(/^0/, ''),
    digits.startsWith(code) ? digits.slice(code.length).replace(/^0/, '') : '',
  ];
  return forms.find((form) => national.test(form));
}

/** A national number with its country's code, as networks take it. */
export const withCountryCode = (national: string, region: RegionKey): string =>
  `${codeOf(region)}${national}`;
