/** Lower-case hexadecimal. */
export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** @param hex an even number of hexadecimal digits */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );

/** Every platform has it; the types of the language alone do not. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array };

const encoder = new TextEncoder();

/** A text as UTF-8; what is no text (half a surrogate pair) becomes U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);
