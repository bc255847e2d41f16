const DIGIT = /\p{Nd}/u;

const isDigit = (codePoint: number): boolean => DIGIT.test(String.fromCodePoint(codePoint));

function digitOf(character: string): string {
  const codePoint = character.codePointAt(0) ?? 0;
  let zero = codePoint;
  while (isDigit(zero - 1)) zero -= 1;
  return String((codePoint - zero) % 10);
}

/** Converts the decimal digits of every script to 0-9. */
export const withAsciiDigits = (text: string): string => text.replaceAll(/(?!\d)\p{Nd}/gu, digitOf);

/** Removes invisible characters that copied text contains. */
export const withoutInvisible = (text: string): string =>
  text.replaceAll(/[\p{Cf}\p{Default_Ignorable_Code_Point}]/gu, '');

export const onlyDigits = (text: string, length: number): string =>
  withAsciiDigits(text).replace(/\D/g, '').slice(0, length);

/** A placeholder without a value stays in the text. */
export const fill = (text: string, values: Readonly<Record<string, string | number>>): string =>
  text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
