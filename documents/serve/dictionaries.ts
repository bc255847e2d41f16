import { readFileSync } from 'node:fs';

const CODE = /^\/assets\/[^/]+\.(?:js|css)$/;
const HASH = /-[\w-]{8}(?=\.\w+$)/;

/**
 * The addresses that a file of the app is a compression dictionary for (RFC 9842): its own in each
 * release.
 * @param path from the root
 */
export const dictionaryMatch = (path: string): string | undefined =>
  CODE.test(path) ? path.replace(HASH, '-*') : undefined;

/** A frame to be skipped by decoders of Zstandard, in which the dictionary's digest follows. */
export const DELTA_MAGIC = Buffer.from('5e2a4d1820000000', 'hex');
export const DELTA_ENDING = '.dcz';
const DIGEST_BYTES = 32;

/** A file as its difference from the one of the release before. */
export interface Delta {
  /** As browsers name it in `Available-Dictionary`. */
  readonly dictionary: string;
  readonly body: Buffer;
}

export function readDelta(file: string): Delta {
  const body = readFileSync(file);
  const digest = body.subarray(DELTA_MAGIC.length, DELTA_MAGIC.length + DIGEST_BYTES);
  return { dictionary: `:${digest.toString('base64')}:`, body };
}
