/** Lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param hex an even number of hexadecimal digits */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );

/** A text as UTF-8; what is no text (half a surrogate pair) becomes U+FFFD. */
export function utf8(text: string): Uint8Array {
  const bytes: number[] = [];
  const rest = (point: number, shift: number): number => 0x80 | ((point >> shift) & 0x3f);
  for (const character of text) {
    const point = character.codePointAt(0) ?? 0;
    if (point < 0x80) bytes.push(point);
    else if (point < 0x800) bytes.push(0xc0 | (point >> 6), rest(point, 0));
    else if (point >= 0xd800 && point < 0xe000) bytes.push(0xef, 0xbf, 0xbd);
    else if (point < 0x10000) bytes.push(0xe0 | (point >> 12), rest(point, 6), rest(point, 0));
    else bytes.push(0xf0 | (point >> 18), rest(point, 12), rest(point, 6), rest(point, 0));
  }
  return Uint8Array.from(bytes);
}
