import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

/** Level 8 takes 2 ms; level 11 takes 60 ms and saves only 7 %. */
const BROTLI_QUALITY = 8;

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
