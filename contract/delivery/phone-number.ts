import { REGIONS, type RegionKey } from '../region-table.ts';

/** A mobile number without the country's code and the leading zero. */
const NATIONAL: Readonly<Record<RegionKey, RegExp>> = {
  nigeria: /^[789]\d{9}$/,
  ghana: /^[2-9]\d{8}$/,
  kenya: /^[17]\d{8}$/,
};

const codeOf = (region: RegionKey): string => REGIONS[region].phone_code.replace('+', '');

/** A typed number without what people and phones put between digits; a copied one often has invisible marks around it. */
export const withoutSeparators = (text: string): string =>
  text.replaceAll(/[\s\p{Cf}\p{Pd}().]/gu, '');

/**
 * Digits of a mobile number of a country without its code and the leading zero, however it was typed: 0803…,
 * 234803…, +234 803…, 803….
 * @returns undefined for what is no mobile number of that country
 */
export function readNationalNumber(text: string, region: RegionKey): string | undefined {
  const digits = withoutSeparators(text).replace(/^\+/, '');
  const national = NATIONAL[region];
  const code = codeOf(region);
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
