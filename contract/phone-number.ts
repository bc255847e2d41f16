import { withAsciiDigits, withoutInvisible } from './plain-text.ts';
import { REGIONS, type RegionKey } from './region-table.ts';

/** Mobile blocks of NCC, NCA and CA without landlines, from libphonenumber-js 1.13.16. */
const NATIONAL: Readonly<Record<RegionKey, RegExp>> = {
  nigeria: /^(?![78]00)[789]\d{9}$/,
  ghana: /^[25]\d{8}$/,
  kenya: /^[17]\d{8}$/,
};

const codeOf = (region: RegionKey): string => REGIONS[region].phone_code.replace('+', '');

/** Returns ASCII digits without separators or `tel:`. */
export const withoutSeparators = (text: string): string =>
  withAsciiDigits(withoutInvisible(text))
    .replace(/^\s*tel:/i, '')
    .replaceAll(/[\s\p{Pd}().,/\\]/gu, '')
    .replace('＋', '+');

/** National digits of a mobile number in any typed form, else undefined. */
export function readNationalNumber(text: string, region: RegionKey): string | undefined {
  const national = NATIONAL[region];
  const code = codeOf(region);
  // The prefix for calls abroad is 009 in Nigeria, 000 in Kenya and 00 elsewhere.
  const digits = withoutSeparators(text).replace(new RegExp(`^(?:\\+|00[09]?)(?=${code})`), '');
  const forms = [
    digits,
    digits.replace(/^0/, ''),
    digits.startsWith(code) ? digits.slice(code.length).replace(/^0/, '') : '',
  ];
  return forms.find((form) => national.test(form));
}

/** Without a plus, as networks expect it. */
export const withCountryCode = (national: string, region: RegionKey): string =>
  `${codeOf(region)}${national}`;
