import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/**
 * The best: 2 % smaller than 10, which keeps a page within the first congestion window, for some 50 ms on another
 * thread instead of 25, at most once in two seconds a voucher.
 */
const BROTLI_QUALITY = 11;

/** A text as it travels, in each coding. */
export interface CompressedText {
  readonly etag: string;
  readonly identity: Buffer;
  readonly br: Buffer;
  readonly gzip: Buffer;
}

export async function compressed(text: string): Promise<CompressedText> {
  const identity = Buffer.from(text);
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: BROTLI_QUALITY,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [br, gz] = await Promise.all([brotli(identity, { params }), zip(identity)]);
  const digest = createHash('sha256').update(identity).digest('base64url');
  return { etag: `"${digest.slice(0, 22)}"`, identity, br, gzip: gz };
}
