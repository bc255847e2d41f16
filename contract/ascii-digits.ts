const isDigit = (point: number): boolean => /^\p{Nd}$/u.test(String.fromCodePoint(point));

/** Unicode has each script's digits in a row from zero to nine; rows that touch each other are whole as well. */
function valueOf(digit: string): number {
  const point = digit.codePointAt(0) ?? 0;
  let zero = point;
  while (isDigit(zero - 1)) zero -= 1;
  return (point - zero) % 10;
}

/** The text with the decimal digits of every script ('٥', '५', '５') as ASCII digits; '½' and '²' are none. */
export const toAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));

/** The first `length` digits of what was typed or pasted, whatever stands between them. */
export const onlyDigits = (text: string, length: number): string =>
  toAsciiDigits(text).replace(/\D/g, '').slice(0, length);
