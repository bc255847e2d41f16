import { createHash } from 'node:crypto';

import type { FastifyRequest } from 'fastify';

import { AppError, fieldError } from './app-error.ts';

/** A form as it was sent: texts by name, and its file. */
export interface MultipartForm {
  readonly texts: ReadonlyMap<string, string>;
  readonly file: Buffer | undefined;
  /** SHA-256 of all of it, hex: what a repeated request is recognised by. */
  readonly hash: string;
}

/**
 * Reads a multipart form with at most one file, which must be called `fileField`. Sizes are limited where
 * the parser is registered.
 * @throws AppError `unsupported_media` for another kind of body; 422 for a field that comes twice, is too
 * long or is no text, and for a file under another name; `malformed` for a form that is broken.
 */
export async function readMultipartForm(
  request: FastifyRequest,
  fileField: string,
): Promise<MultipartForm> {
  if (!request.isMultipart()) throw new AppError('unsupported_media');
  try {
    return await readParts(request, fileField);
  } catch (error) {
    // What is left unread would keep the connection busy for minutes, and the server from stopping.
    request.raw.unpipe().resume();
    // The parser's own words for a form without a boundary or an end have no status.
    const isKnown = error instanceof Error && 'statusCode' in error;
    throw isKnown || error instanceof AppError ? error : new AppError('malformed');
  }
}

async function readParts(request: FastifyRequest, fileField: string): Promise<MultipartForm> {
  const texts = new Map<string, string>();
  const hash = createHash('sha256');
  let file: Buffer | undefined;
  for await (const part of request.parts()) {
    if (part.type === 'file') {
      if (part.fieldname !== fileField)
        throw fieldError(part.fieldname.slice(0, 64), 'is not a file of this request');
      const bytes = await part.toBuffer();
      // A form whose file field was left empty sends a file of no bytes.
      if (bytes.length > 0) file = bytes;
      continue;
    }
    const name = part.fieldname.slice(0, 64);
    if (part.fieldnameTruncated || part.valueTruncated) throw fieldError(name, 'is too long');
    if (typeof part.value !== 'string') throw fieldError(name, 'must be text');
    if (texts.has(part.fieldname)) throw fieldError(name, 'is given more than once');
    texts.set(part.fieldname, part.value);
  }
  hash.update(JSON.stringify([...texts].toSorted(([a], [b]) => (a < b ? -1 : 1))));
  if (file) hash.update(createHash('sha256').update(file).digest());
  return { texts, file, hash: hash.digest('hex') };
}
