export const toHex = (bytes: Uint8Array): string =>
  Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/** Needs an even number of hex digits. */
export const fromHex = (hex: string): Uint8Array =>
  Uint8Array.from({ length: hex.length / 2 }, (_, at) =>
    parseInt(hex.slice(at * 2, at * 2 + 2), 16),
  );

/** The language types lack it, but every platform has it. */
declare const TextEncoder: new () => { readonly encode: (text: string) => Uint8Array };

const encoder = new TextEncoder();

/** Encodes as UTF-8; an unpaired surrogate becomes U+FFFD. */
export const utf8 = (text: string): Uint8Array => encoder.encode(text);

/** Web Crypto needs TLS, and its promise per hash is slow for thousands of small hashes. */
const BLOCK_BYTES = 64;
const WORD = 2 ** 32;

const fraction = (prime: number, power: number): number => ((prime ** power % 1) * WORD) | 0;

const isPrime = (candidate: number): boolean => {
  for (let factor = 2; factor * factor <= candidate; factor += 1)
    if (candidate % factor === 0) return false;
  return true;
};
const PRIMES = Array.from({ length: 310 }, (_, index) => index + 2).filter(isPrime);
const START = PRIMES.slice(0, 8).map((prime) => fraction(prime, 1 / 2));
const ROUNDS = Int32Array.from(PRIMES, (prime) => fraction(prime, 1 / 3));

const rotate = (word: number, by: number): number => (word >>> by) | (word << (32 - by));

function schedule(words: Int32Array, block: DataView, offset: number): void {
  for (let at = 0; at < 16; at += 1) words[at] = block.getInt32(offset + at * 4);
  for (let at = 16; at < 64; at += 1) {
    const early = words[at - 15] ?? 0;
    const late = words[at - 2] ?? 0;
    const first = rotate(early, 7) ^ rotate(early, 18) ^ (early >>> 3);
    const second = rotate(late, 17) ^ rotate(late, 19) ^ (late >>> 10);
    words[at] = (words[at - 16] ?? 0) + first + (words[at - 7] ?? 0) + second;
  }
}

function compress(state: Int32Array, words: Int32Array): void {
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let at = 0; at < 64; at += 1) {
    const choice = (e & f) ^ (~e & g);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    const upper = rotate(e, 6) ^ rotate(e, 11) ^ rotate(e, 25);
    const lower = rotate(a, 2) ^ rotate(a, 13) ^ rotate(a, 22);
    const first = (h + upper + choice + (ROUNDS[at] ?? 0) + (words[at] ?? 0)) | 0;
    [h, g, f, e] = [g, f, e, (d + first) | 0];
    [d, c, b, a] = [c, b, a, (first + lower + majority) | 0];
  }
  for (const [at, word] of [a, b, c, d, e, f, g, h].entries()) state[at] = (state[at] ?? 0) + word;
}

function padded(parts: readonly Uint8Array[]): DataView<ArrayBuffer> {
  const length = parts.reduce((sum, part) => sum + part.length, 0);
  const bytes = new Uint8Array(Math.ceil((length + 9) / BLOCK_BYTES) * BLOCK_BYTES);
  let offset = 0;
  for (const part of parts) {
    bytes.set(part, offset);
    offset += part.length;
  }
  bytes[length] = 0x80;
  const view = new DataView(bytes.buffer);
  view.setUint32(bytes.length - 8, Math.floor((length * 8) / WORD));
  view.setUint32(bytes.length - 4, (length * 8) % WORD);
  return view;
}

/** Hashes the joined parts; returns 32 bytes. */
export function sha256(...parts: readonly Uint8Array[]): Uint8Array {
  const block = padded(parts);
  const state = Int32Array.from(START);
  const words = new Int32Array(BLOCK_BYTES);
  for (let offset = 0; offset < block.byteLength; offset += BLOCK_BYTES) {
    schedule(words, block, offset);
    compress(state, words);
  }
  const hash = new DataView(new ArrayBuffer(32));
  for (const [at, word] of state.entries()) hash.setInt32(at * 4, word);
  return new Uint8Array(hash.buffer);
}

/** @param key at most 64 bytes */
export function hmacSha256(key: Uint8Array, message: Uint8Array): Uint8Array {
  const pad = (by: number): Uint8Array =>
    Uint8Array.from({ length: BLOCK_BYTES }, (_, at) => (key[at] ?? 0) ^ by);
  return sha256(pad(0x5c), sha256(pad(0x36), message));
}
