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

export function compressBoth(
  content: Buffer,
  brotliQuality: number,
  gzipLevel = constants.Z_DEFAULT_COMPRESSION,
): Promise<[br: Buffer, gz: Buffer]> {
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: brotliQuality,
    [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
  };
  return Promise.all([brotli(content, { params }), zip(content, { level: gzipLevel })]);
}

export async function compressed(text: string): Promise<CompressedText> {
  const identity = Buffer.from(text);
  const [br, gz] = await compressBoth(identity, BROTLI_QUALITY);
  const digest = createHash('sha256').update(identity).digest('base64url');
  return { etag: `"${digest.slice(0, 22)}"`, identity, br, gzip: gz };
}
