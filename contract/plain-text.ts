const DIGIT = /\p{Nd}/u;

const isDigit = (codePoint: number): boolean => DIGIT.test(String.fromCodePoint(codePoint));

/** Each script has its ten digits in a row. */
function digitOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero -= 1;
  return String((codePoint - zero) % 10);
}

/** The text with the decimal digits of every script as 0 to 9: Arabic, Persian, Devanagari, fullwidth. */
export const withAsciiDigits = (text: string): string => text.replaceAll(/(?!\d)\p{Nd}/gu, digitOf);

/** The text without soft hyphens, zero-width spaces and joiners, and marks of direction, which copied texts bring along. */
export const withoutInvisible = (text: string): string =>
  text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

/** The first `length` digits of what was typed or pasted, whatever stands between them. */
export const onlyDigits = (text: string, length: number): string =>
  withAsciiDigits(text).replace(/\D/g, '').slice(0, length);
